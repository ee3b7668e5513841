import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from 'react-router'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { countFailed, countWaiting, retryFailedEmails } from '#app/domain/outbox/failed-emails.server.ts'
import { listEmails } from '#app/domain/outbox/email-list.server.ts'
import { clinicMoment } from '#app/domain/shared/clinic-time.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { parseCursor, formatCursor } from '#app/domain/shared/cursor.ts'
import { getActor } from '#app/http/admin.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { flashAbout, setFlash, takeFlash } from '#app/http/flash.ts'
import { loadOr503 } from '#app/http/load.ts'
import { useSite } from '#app/http/site.ts'
import { actOn } from '#app/http/submit.server.ts'
import { AdminPage } from '#app/ui/admin/admin-page.tsx'
import { mailAddress, MailPage } from '#app/ui/admin/mail/mail-page.tsx'
import { outcomeId } from '#app/ui/forms/field-state.ts'
import { emailTitle } from '#app/ui/admin/mail/email-title.ts'
import { adminMail as words } from '#content/pages/admin-mail.ts'
import { mailFilter } from './mail-filter.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { database, config } = context.get(servicesContext)
  const query = new URL(request.url).searchParams
  const from = parseCursor(query.get('from'))
  const { list: requested, kind, q: search, filter } = mailFilter(query)
  const { list, counts, found } = await loadOr503(context, async () => {
    const counts = { failed: await countFailed(database), waiting: await countWaiting(database) }
    const list = requested ?? (counts.failed > 0 ? 'failed' : 'sent')
    return { list, counts, found: await listEmails(database, list, from, filter) }
  })
  const now = Date.now()
  return {
    list,
    kind,
    search,
    counts,
    emails: found.emails.map(({ id, kind, subject, recipient, lastError, createdAt, sentAt, handledAt }) => ({
      id,
      kind: emailTitle(kind),
      subject,
      recipient,
      lastError,
      when: clinicMoment(sentAt ?? createdAt, clinicTimeZone, now),
      handled: handledAt !== undefined,
    })),
    transport: config.mail.transport,
    form: takeNotice(request, context),
    newest: from && mailAddress({ list, kind, search }),
    older: found.next && mailAddress({ list, kind, search, from: formatCursor(found.next) }),
  }
}

function takeNotice(request: Request, context: LoaderFunctionArgs['context']): FormState {
  if (!takeFlash(request, context, ['emails-retried'])) return {}
  return { notice: words.retryAll.done(Number(flashAbout(request)) || 0) }
}

export const action = ({ context }: ActionFunctionArgs) =>
  actOn(context, async () => {
    const retried = await retryFailedEmails(context.get(servicesContext), getActor(context))
    setFlash(context, 'emails-retried', String(retried))
    return redirect(`${mailAddress({ list: 'waiting' })}#${outcomeId}`, 303)
  })

export default function Mail() {
  const { form, ...view } = useLoaderData<typeof loader>()
  const posted = useActionData<{ form: FormState }>()
  return (
    <AdminPage title={words.title} clinic={useSite().clinic}>
      <MailPage {...view} form={posted?.form ?? form} />
    </AdminPage>
  )
}
