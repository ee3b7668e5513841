import { Link } from 'react-router'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { findInboxMessage } from '#app/domain/contact/inbox.server.ts'
import { listTemplates } from '#app/domain/contact/reply-template.ts'
import { countWaitingForServer } from '#app/domain/outbox/waiting-emails.server.ts'
import { clinicDate, formatClinicDate, formatClinicMoment } from '#app/domain/shared/clinic-time.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { getActor } from '#app/http/admin.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { loadOr404 } from '#app/http/load.ts'
import { requireId } from '#app/http/require-id.ts'
import { useSite } from '#app/http/site.ts'
import { usePoll } from '#app/http/use-poll.ts'
import { Detail } from '#app/ui/primitives/detail.tsx'
import { MailLink } from '#app/ui/admin/mail-link.tsx'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { adminMessage as words, adminMessages } from '#content/pages/admin-messages.ts'
import { findAssignees } from './assignees.server.ts'
import { receiveMessage } from './receive-message.server.ts'
import { type ReplyAnswer, ReplyForm } from './reply-form.tsx'
import { SortForms } from './sort-forms.tsx'
import { toReplyViews } from './reply-views.server.ts'
import type { Route } from './+types/message.ts'

/** Opening a message changes nothing; only a reply or the button marks it as handled. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const id = requireId(params.id)
  const services = context.get(servicesContext)
  const { message, replies, assignees, templates, waitingForServer } = await loadOr404(context, async () => {
    const message = await findInboxMessage(services.database, id)
    if (!message) return undefined
    const { waiting } = await countWaitingForServer(services.database)
    const [replies, assignees] = await Promise.all([toReplyViews(services, id), findAssignees(services)])
    // Another process may just have saved one.
    await services.content.reload()
    const templates = listTemplates(services.content)
    return { message, replies, assignees, templates, waitingForServer: waiting }
  })
  const { name, email, text, sentAt, handledAt, assignedTo = '', snoozedUntil = 0 } = message
  const now = Date.now()
  const { who } = getActor(context)
  return {
    name,
    email,
    text,
    sent: formatClinicMoment(sentAt, clinicTimeZone),
    handled: handledAt && formatClinicMoment(handledAt, clinicTimeZone),
    /** Of somebody who may still open messages. */
    assignee: assignees.has(assignedTo) ? assignedTo : '',
    assignees: [...assignees].map(([id, name]) => ({ id, name: id === who ? words.assign.you(name) : name })),
    snoozed: snoozedUntil > now && !handledAt ? formatClinicDate(snoozedUntil, clinicTimeZone) : undefined,
    tomorrow: clinicDate(now, clinicTimeZone).add({ days: 1 }).toString(),
    replies,
    templates: templates.map((template) => [template.id, template.title] as const),
    emailsLeave: services.emailsLeave,
    isServerDown: waitingForServer > 0,
    /** Of the next reply. */
    replyId: crypto.randomUUID(),
  }
}

export const action = ({ params, request, context }: Route.ActionArgs) =>
  receiveMessage(requireId(params.id), request, context)

export default function Message({ loaderData, actionData: posted }: Route.ComponentProps) {
  const message = usePoll(loaderData)
  const { name, email, text, sent, handled, assignee, assignees, snoozed, replies } = message
  const subject = words.replySubject(useSite().clinic.name)
  const answer: ReplyAnswer | undefined = posted ?? undefined
  const { form = {} } = answer ?? {}
  return (
    <AdminPage title={words.heading(name)} documentTitle={adminMessages.title}>
      <section id="message" className="stack adm-read" aria-label={words.label}>
        <dl className="dl">
          <Detail name={words.details.email}>
            <MailLink email={email} subject={subject} />
          </Detail>
          <Detail name={words.details.sent}>{sent}</Detail>
          <Detail name={words.details.assigned}>{assignees.find(({ id }) => id === assignee)?.name}</Detail>
          <Detail name={words.details.snoozed}>{snoozed}</Detail>
          <Detail name={words.details.handled}>{handled}</Detail>
        </dl>
        <p className="panel typed" dir="auto">
          {text}
        </p>
        {replies.map((reply) => (
          <Reply key={reply.id} {...reply} />
        ))}
        <FormOutcome form={form} />
        <ReplyForm {...message} subject={subject} form={form} answer={answer} />
        <SortForms {...message} form={form} />
        <p>
          <Link to="/admin/messages">{words.back}</Link>
        </p>
      </section>
    </AdminPage>
  )
}

type ReplyProps = Route.ComponentProps['loaderData']['replies'][number]

const Reply = ({ who, at, text, state, isFailed, email }: ReplyProps) => (
  <article className="adm-reply">
    <p className="hint">
      <b>
        <bdi>{who}</bdi>
      </b>
      , {at}
    </p>
    <p className="typed" dir="auto">
      {text}
    </p>
    <p className={isFailed ? 'hint is-failed' : 'hint'}>
      {state} {email && <Link to={email}>{words.replies.email}</Link>}
    </p>
  </article>
)
