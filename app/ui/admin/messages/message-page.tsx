import type { InboxMessage } from '#app/domain/contact/inbox.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { Detail } from '#app/ui/admin/detail.tsx'
import { MailLink } from '#app/ui/admin/mail-link.tsx'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { admin } from '#content/pages/admin.ts'
import { adminMessage as words } from '#content/pages/admin-messages.ts'

export type MessageView = {
  message: Pick<InboxMessage, 'email' | 'text'>
  sent: string
  handled?: string
  form: FormState
  clinicName: string
}

export function MessagePage({ message: { email, text }, sent, handled, form, clinicName }: MessageView) {
  const { button } = handled ? words.reopen : words.handle
  const subject = words.replySubject(clinicName)
  return (
    <section id="message" data-swap className="stack adm-read" aria-label={words.label}>
      <FormOutcome form={form} />
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
        <form method="post" action="#outcome" data-enhance data-offline={admin.offline}>
          <input type="hidden" name="handled" value={handled ? 'no' : 'yes'} />
          <Button kind="line" small>
            {button}
          </Button>
        </form>
      </div>
      <p>
        <a href="/admin/messages">{words.back}</a>
      </p>
    </section>
  )
}
