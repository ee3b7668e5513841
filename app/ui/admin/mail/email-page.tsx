import type { FormState } from '#app/domain/shared/form-state.ts'
import { Detail } from '#app/ui/admin/detail.tsx'
import { PhoneLink } from '#app/ui/admin/phone-link.tsx'
import { fieldState } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { AddressText } from '#app/ui/site/address-text.tsx'
import { admin } from '#content/pages/admin.ts'
import { adminEmail as words } from '#content/pages/admin-mail.ts'

export type EmailView = {
  id: string
  recipient: string
  state: string
  accepted: string
  /** When it was sent or stored. */
  sent?: { label: string; when: string }
  reason?: string
  about?: { name: string; phone?: string; link?: { text: string; href: string } }
  canRetry: boolean
  canHandle: boolean
  /** Whether the bounced address can be corrected here. */
  canCorrect: boolean
  asSent: AsSent
  form: FormState
}

export type AsSent =
  | { message: { headers: { name: string; value: string }[]; text?: string; hasHtml: boolean } }
  | { given: string }
  | { nothing: string }

export function EmailPage(view: EmailView) {
  return (
    <div className="stack adm-read">
      <section id="sent-email" data-swap className="stack" aria-label={words.label}>
        <FormOutcome form={view.form} />
        <Details {...view} />
        <Acts {...view} />
        {view.canCorrect && <CorrectAddress {...view} />}
      </section>
      <section aria-labelledby="as-sent" className="stack">
        <h2 id="as-sent">{words.asSent.heading}</h2>
        <Reading id={view.id} asSent={view.asSent} />
      </section>
      <p>
        <a href="/admin/mail">{words.back}</a>
      </p>
    </div>
  )
}

function Details({ recipient, state, accepted, sent, reason, about }: EmailView) {
  const { details } = words
  return (
    <dl className="dl">
      <Detail name={details.state}>{state}</Detail>
      <Detail name={details.reason} className="typed">
        {reason}
      </Detail>
      <Detail name={details.to}>
        <AddressText text={recipient} />
      </Detail>
      <Detail name={details.about}>{about && <About {...about} />}</Detail>
      <Detail name={details.accepted}>{accepted}</Detail>
      {sent && <Detail name={sent.label}>{sent.when}</Detail>}
    </dl>
  )
}

const About = ({ name, phone, link }: NonNullable<EmailView['about']>) => (
  <>
    {link && (
      <>
        <a href={link.href}>{link.text}</a>,{' '}
      </>
    )}
    <bdi>{name}</bdi>
    {phone && (
      <>
        , <PhoneLink phone={phone} />
      </>
    )}
  </>
)

function Acts({ canRetry, canHandle }: EmailView) {
  if (!canRetry) return null
  return (
    <form className="row" method="post" action="#outcome" data-enhance data-offline={admin.offline}>
      <Button small kind={canHandle ? 'primary' : 'line'} name="intent" value="retry">
        {words.retry.button}
      </Button>
      {canHandle && (
        <Button small kind="line" name="intent" value="handle">
          {words.handle.button}
        </Button>
      )}
    </form>
  )
}

function CorrectAddress({ recipient, form }: EmailView) {
  const state = fieldState(form, 'email')
  return (
    <form method="post" action="#outcome" noValidate data-enhance data-offline={admin.offline}>
      <Field
        label={words.correct.label}
        hint={words.correct.hint}
        name="email"
        type="email"
        autoComplete="off"
        {...state}
        defaultValue={state.defaultValue ?? recipient}
      />
      <Button small name="intent" value="correct">
        {words.correct.button}
      </Button>
    </form>
  )
}

/** The HTML has a URL of its own, where its scripts and forms cannot run. */
function Reading({ id, asSent }: Pick<EmailView, 'id' | 'asSent'>) {
  if ('nothing' in asSent) return <p className="muted">{asSent.nothing}</p>
  if ('given' in asSent)
    return (
      <>
        <h3>{words.asSent.relay}</h3>
        <pre className="panel typed">{asSent.given}</pre>
      </>
    )
  const { headers, text, hasHtml } = asSent.message
  return (
    <>
      <h3>{words.asSent.text}</h3>
      <pre className="panel typed">{text}</pre>
      {hasHtml && (
        <p>
          <a href={`/admin/mail/${id}/html`}>{words.asSent.html}</a>
        </p>
      )}
      <h3>{words.asSent.headers}</h3>
      <dl className="dl">
        {headers.map(({ name, value }, index) => (
          <div className="dl-row" key={index}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
