import { data, Link } from 'react-router'
import { z } from 'zod'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { handleMessage, findInboxMessage } from '#app/domain/contact/inbox.server.ts'
import { formatClinicMoment } from '#app/domain/shared/clinic-time.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { getActor } from '#app/http/admin.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { redirectDone } from '#app/http/done.ts'
import { loadOr404 } from '#app/http/load.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { requireId } from '#app/http/require-id.ts'
import { useSite } from '#app/http/site.ts'
import { actOn } from '#app/http/submit.server.ts'
import { usePoll } from '#app/http/use-poll.ts'
import { Detail } from '#app/ui/primitives/detail.tsx'
import { MailLink } from '#app/ui/admin/mail-link.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { adminMessage as words, adminMessages } from '#content/pages/admin-messages.ts'
import { admin } from '#content/pages/admin.ts'
import type { Route } from './+types/message.ts'

/** Opening a message changes nothing; only the button marks it as handled. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const id = requireId(params.id)
  const { database } = context.get(servicesContext)
  const { name, email, text, sentAt, handledAt } = await loadOr404(context, () => findInboxMessage(database, id))
  return {
    name,
    email,
    text,
    sent: formatClinicMoment(sentAt, clinicTimeZone),
    handled: handledAt && formatClinicMoment(handledAt, clinicTimeZone),
  }
}

const messageForm = z.object({ handled: z.enum(['yes', 'no']) })

export async function action({ params, request, context }: Route.ActionArgs) {
  const id = requireId(params.id)
  const typed = await typedFields(request)
  const checked = messageForm.safeParse(typed)
  if (!checked.success) return data(null, { status: 400 })
  const handled = checked.data.handled === 'yes'
  return actOn(context, async () => {
    const change = { id, handled, now: Date.now() }
    if (!(await handleMessage(context.get(servicesContext), getActor(context), change)))
      return data(null, { status: 404 })
    const flash = handled ? 'message-handled' : 'message-reopened'
    return redirectDone(context, typed, { record: `/admin/messages/${id}`, flash, about: id })
  })
}

export default function Message({ loaderData, actionData: posted }: Route.ComponentProps) {
  const { name, email, text, sent, handled } = usePoll(loaderData)
  const subject = words.replySubject(useSite().clinic.name)
  return (
    <AdminPage title={words.heading(name)} documentTitle={adminMessages.title}>
      <section id="message" className="stack adm-read" aria-label={words.label}>
        <FormOutcome form={posted?.form ?? {}} />
        <dl className="dl">
          <Detail name={words.details.email}>
            <MailLink email={email} subject={subject} />
          </Detail>
          <Detail name={words.details.sent}>{sent}</Detail>
          <Detail name={words.details.handled}>{handled}</Detail>
        </dl>
        <p className="panel typed" dir="auto">
          {text}
        </p>
        <div className="row">
          <MailLink email={email} subject={subject} className={handled ? 'btn btn-line btn-s' : 'btn btn-s'}>
            {words.reply}
          </MailLink>
          <ActionForm offline={admin.offline}>
            <input type="hidden" name="handled" value={handled ? 'no' : 'yes'} />
            <Button kind="line" small>
              {(handled ? words.reopen : words.handle).button}
            </Button>
          </ActionForm>
        </div>
        <p>
          <Link to="/admin/messages">{words.back}</Link>
        </p>
      </section>
    </AdminPage>
  )
}
