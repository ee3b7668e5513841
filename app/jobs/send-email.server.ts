import { waitForMailSlot } from '#app/domain/limits/mail-pace.server.ts'
import { fromAddress } from '#app/domain/outbox/from-address.ts'
import { discardEmail, findWaitingEmail, type Email } from '#app/domain/outbox/emails.server.ts'
import type { RenderedEmail } from '#app/mail/email-frame.tsx'
import { renderOutboxEmail } from '#app/mail/render-outbox-email.ts'
import type { JobContext, JobOutcome, Payload } from '#app/queue/payloads.ts'
import type { Services } from '#app/services.server.ts'
import { deliveredOutcome, failedOutcome } from './delivery-outcomes.server.ts'
import { prepareNewsletterEmail } from './newsletter-email.server.ts'

/** An email that can be sent now, or how its job ends without it. */
export type PreparedEmail = { email: Email; render(): Promise<RenderedEmail | undefined> } | { outcome: JobOutcome }

/** An email whose workers die more often than this fails: it may be what kills them. */
const mostInterruptions = 5

/** Renders a waiting email and hands it to the mail server. */
export async function deliverEmail(
  services: Services,
  { emailId }: Payload<'send-email'>,
  { attempt, wasInterrupted }: Pick<JobContext, 'attempt' | 'wasInterrupted'>,
): Promise<JobOutcome> {
  let prepared = await prepareEmail(services, emailId)
  if ('outcome' in prepared) return prepared.outcome
  const { kind } = prepared.email
  const turn = await waitForMailSlot(
    services,
    kind === 'newsletter' ? { newsletterPerSecond: services.config.newsletter.perSecond } : {},
  )
  if (turn.askAgainAt) return { state: 'too-soon', until: turn.askAgainAt }
  if (turn.hasWaited) prepared = await prepareEmail(services, emailId)
  if ('outcome' in prepared) return prepared.outcome

  const email = { ...prepared.email, uncertain: prepared.email.uncertain || wasInterrupted }
  const tried = { email, wasUncertain: prepared.email.uncertain }
  if (kind === 'newsletter' && attempt > mostInterruptions)
    return failedOutcome(services, tried, { ...ownFailure, permanent: true, reason: 'interrupted', detail: '' })
  let rendered: RenderedEmail | undefined
  try {
    rendered = await prepared.render()
  } catch (err) {
    services.log.error({ err, emailId }, 'an email could not be rendered')
    const detail = err instanceof Error ? err.message : String(err)
    return failedOutcome(services, tried, { ...ownFailure, reason: 'could not be written', detail })
  }
  if (!rendered) return (await discardEmail(services.database, email)) ? undefined : { state: 'again', at: Date.now() }

  const delivery = await services.mail.deliver({
    ...rendered,
    messageId: email.messageId,
    from: fromAddress(services),
    to: email.recipient,
    date: new Date(),
  })
  const { subject } = rendered
  return delivery.ok
    ? deliveredOutcome(services, tried, { ...delivery, subject })
    : failedOutcome(services, tried, { ...delivery, subject })
}

const ownFailure = { ok: false, permanent: false, scope: 'email' } as const

async function prepareEmail(services: Services, emailId: string): Promise<PreparedEmail> {
  const email = await findWaitingEmail(services.database, emailId)
  if (!email) return { outcome: undefined }
  if (email.kind === 'newsletter') return prepareNewsletterEmail(services, email)
  return { email, render: () => renderOutboxEmail(services, email) }
}
