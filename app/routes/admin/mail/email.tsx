import { Link } from 'react-router'
import { z } from 'zod'
import { correctPatientEmail } from '#app/domain/booking/correct-appointment.server.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { correctCustomerEmail } from '#app/domain/orders/change-order.server.ts'
import { findCorrectable } from '#app/domain/outbox/correct-address.server.ts'
import { retryEmails, undoRetries } from '#app/domain/outbox/change-failed-emails.server.ts'
import { handleFailedEmail, reopenFailedEmail } from '#app/domain/outbox/failed-emails.server.ts'
import { findEmail, type StoredEmail, withoutPatientLinks } from '#app/domain/outbox/stored-email.server.ts'
import { formatClinicMoment } from '#app/domain/shared/clinic-time.ts'
import { emailAddress } from '#app/domain/shared/email-address.server.ts'
import { formatPeriod } from '#app/domain/shared/period.ts'
import { emailAbout } from '#app/domain/today/today.server.ts'
import type { EmailAbout } from '#app/domain/today/today.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { getActor } from '#app/http/admin.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { redirectDone } from '#app/http/done.ts'
import { redirectWithFlash, takeNotice } from '#app/http/flash.ts'
import { loadOr404 } from '#app/http/load.ts'
import { checkFields, type Typed, typedFields } from '#app/http/parse-form.ts'
import { requireId } from '#app/http/require-id.ts'
import { formError, showForm, submitIntent } from '#app/http/submit.server.ts'
import { Detail } from '#app/ui/primitives/detail.tsx'
import { emailTitle } from '#app/ui/admin/email-title.ts'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { PhoneLink } from '#app/ui/admin/phone-link.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { namedField } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { AddressText } from '#app/ui/site/address-text.tsx'
import { adminEmail as words } from '#content/pages/admin-mail.ts'
import { admin } from '#content/pages/admin.ts'
import { isSecretHere } from './is-secret-here.server.ts'
import type { Route } from './+types/email.ts'

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const id = requireId(params.id)
  const { database, config } = context.get(servicesContext)
  const { email, about } = await loadOr404(context, async () => {
    const email = await findEmail(database, id)
    return email && { email, about: await emailAbout(database, email) }
  })
  const isSecret = isSecretHere(context, email)
  const { kind, recipient, state, isRetrying, lastError, createdAt, sentAt, handledAt } = email
  return {
    id,
    title: emailTitle(kind),
    recipient,
    state: describeState(email),
    accepted: formatMoment(createdAt),
    sent: sentAt === undefined ? undefined : formatMoment(sentAt),
    isKept: state === 'kept',
    // A failed email that waits again keeps it.
    reason: state === 'failed' || isRetrying ? lastError : undefined,
    about: about && { name: about.name, phone: about.phone, link: toLink(about) },
    canRetry: state === 'failed',
    canHandle: state === 'failed' && handledAt === undefined,
    canReopen: state === 'failed' && handledAt !== undefined,
    /** Whether the bounced address can be corrected here. */
    canCorrect: about !== undefined && state === 'failed' && findCorrectable(email) !== undefined,
    asSent: isSecret
      ? { nothing: words.asSent.secret }
      : toAsSent(email, config.emailBodyRetentionDays, getActor(context).readsHealth === true),
    form: takeNotice(request, context, `/admin/mail/${id}`),
  }
}

function describeState({ state, isRetrying, handledAt }: StoredEmail) {
  if (state === 'waiting') return words.states[isRetrying ? 'retrying' : 'waiting']
  if (state === 'failed' && handledAt !== undefined) return words.states.handled(formatMoment(handledAt))
  return words.states[state]
}

type AsSent =
  | { message: { headers: { name: string; value: string }[]; text?: string; hasHtml: boolean } }
  | { given: string }
  | { nothing: string }

function toAsSent({ state, asSent, sentAt }: StoredEmail, keptDays: number, readsHealth: boolean): AsSent {
  if (!asSent && sentAt === undefined)
    return { nothing: state === 'failed' ? words.asSent.failed : words.asSent.notYet }
  if (!asSent) return { nothing: keptDays === 0 ? words.asSent.goneEarlier : words.asSent.gone(formatPeriod(keptDays)) }
  const show = (text: string) => (readsHealth ? text : withoutPatientLinks(text))
  if ('given' in asSent) return { given: show(asSent.given) }
  const { headers, text, html } = asSent.message
  return { message: { headers, text: text === undefined ? undefined : show(text), hasHtml: html !== undefined } }
}

/** The page of the order, message or appointment that the email was about. */
function toLink({ orderNumber, messageId, appointmentId }: EmailAbout) {
  if (orderNumber) return { text: words.order(orderNumber), href: `/admin/orders/${orderNumber}` }
  if (messageId) return { text: words.message, href: `/admin/messages/${messageId}` }
  return appointmentId ? { text: words.visit, href: `/admin/appointments/${appointmentId}` } : undefined
}

const formatMoment = (at: number) => formatClinicMoment(at, clinicTimeZone)

const addressForm = z.object({ email: emailAddress })

export async function action({ params, request, context }: Route.ActionArgs) {
  const id = requireId(params.id)
  const typed = await typedFields(request)
  const services = context.get(servicesContext)
  const actor = getActor(context)
  const record = `/admin/mail/${id}`
  const done = (text: string, undo?: Typed) => redirectDone(context, typed, { record, text, undo })
  return submitIntent(context, typed, {
    async retry() {
      const was = (await findEmail(services.database, id))?.handledAt === undefined ? 'failed' : 'handled'
      const retried = await retryEmails(services, actor, { ids: [id], now: Date.now() })
      if (retried.length === 0) return formError(409, words.notFailed)
      return done(words.retry.done, { intent: 'undo-retry', was })
    },
    async 'undo-retry'() {
      const undone = await undoRetries(services, actor, {
        ids: [id],
        handled: typed.was === 'handled',
        now: Date.now(),
      })
      if (undone.length === 0) return formError(409, words.retry.tooLate)
      return done(words.retry.undone)
    },
    async handle() {
      const isHandled = await handleFailedEmail(services, actor, { id, now: Date.now() })
      return isHandled ? done(words.handle.done, { intent: 'reopen' }) : formError(409, words.notFailed)
    },
    async reopen() {
      const isOpen = await reopenFailedEmail(services, actor, { id, now: Date.now() })
      return isOpen ? done(words.reopen.done, { intent: 'handle' }) : formError(409, words.notFailed)
    },
    async correct() {
      const checked = checkFields(typed, addressForm)
      if (!checked.ok) return showForm(typed, 400, { fieldErrors: checked.errors })
      return (await correctAddress(context, id, checked.values.email))
        ? redirectWithFlash(context, record, { text: words.correct.done })
        : formError(409, words.notFailed)
    },
  })
}

/** Corrects the address of the order or appointment, and resends every email that bounced. */
async function correctAddress(context: Route.ActionArgs['context'], id: string, email: string) {
  const services = context.get(servicesContext)
  const failed = await findEmail(services.database, id)
  const about = failed && findCorrectable(failed)
  if (!about) return false
  const correction = { emailId: id, email }
  return 'orderId' in about
    ? correctCustomerEmail(services, getActor(context), { ...correction, ...about })
    : correctPatientEmail(services, getActor(context), { ...correction, ...about, now: Date.now() })
}

export default function Email({ loaderData: view, actionData }: Route.ComponentProps) {
  const { form = view.form } = actionData ?? {}
  return (
    <AdminPage title={view.title}>
      <div className="stack adm-read">
        <section id="sent-email" className="stack" aria-label={words.label}>
          <FormOutcome form={form} />
          <Details {...view} />
          <Acts {...view} />
          {view.canCorrect && <CorrectAddress {...view} form={form} />}
        </section>
        <section aria-labelledby="as-sent" className="stack">
          <h2 id="as-sent">{words.asSent.heading}</h2>
          <Reading {...view} />
        </section>
        <p>
          <Link to="/admin/mail">{words.back}</Link>
        </p>
      </div>
    </AdminPage>
  )
}

type View = Route.ComponentProps['loaderData']

function Details({ recipient, state, accepted, sent, isKept, reason, about }: View) {
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
      <Detail name={isKept ? details.kept : details.sent}>{sent}</Detail>
    </dl>
  )
}

const About = ({ name, phone, link }: NonNullable<View['about']>) => (
  <>
    {link && (
      <>
        <Link to={link.href}>{link.text}</Link>,{' '}
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

function Acts({ canRetry, canHandle, canReopen }: View) {
  if (!canRetry) return null
  return (
    <ActionForm className="row" offline={admin.offline}>
      <IntentButton intent="retry" text={words.retry.button} small kind={canHandle ? 'primary' : 'line'} />
      {canHandle && <IntentButton intent="handle" text={words.handle.button} small kind="line" />}
      {canReopen && <IntentButton intent="reopen" text={words.reopen.button} small kind="line" />}
    </ActionForm>
  )
}

function CorrectAddress({ recipient, form }: View) {
  return (
    <ActionForm noValidate offline={admin.offline}>
      <Field
        label={words.correct.label}
        hint={words.correct.hint}
        type="email"
        autoComplete="off"
        {...namedField(form, 'email', recipient)}
      />
      <IntentButton intent="correct" text={words.correct.button} small />
    </ActionForm>
  )
}

/** The HTML has a URL of its own, where its scripts and forms cannot run. */
function Reading({ id, asSent }: View) {
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
