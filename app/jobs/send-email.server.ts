import { waitForMailSlot } from '#app/domain/limits/mail-pace.server.ts'
import { rulesFor } from '#app/domain/outbox/delivery-rules.ts'
import { fromAddress } from '#app/domain/outbox/from-address.ts'
import { dropEmail, findWaitingEmail, type Email } from '#app/domain/outbox/emails.server.ts'
import type { RenderedEmail } from '#app/mail/email-frame.tsx'
import { renderOutboxEmail } from '#app/mail/render-outbox-email.ts'
import type { JobContext, JobOutcome, Payload } from '#app/queue/payloads.ts'
import type { Services } from '#app/services.server.ts'
import { deliveredOutcome, failedOutcome } from './delivery-outcomes.server.ts'
import { readyNewsletterEmail } from './newsletter-email.server.ts'

/** An email that can leave now, or how its job ends without it. */
export type ReadyEmail =
  | { next: 'send'; email: Email; to: string; render(): Promise<RenderedEmail | undefined> }
  | { next: 'stop'; outcome: JobOutcome }

/** After so many workers in a row that were gone in the middle of it, an email is taken for the reason. */
const mostInterruptions = 5

/** Renders a waiting email and hands it to the mail server. An email already sent is left alone. */
export async function sendEmailJob(
  services: Services,
  { emailId }: Payload<'send-email'>,
  { attempt, wasInterrupted }: Pick<JobContext, 'attempt' | 'wasInterrupted'>,
): Promise<JobOutcome> {
  let ready = await readyEmail(services, emailId)
  if (ready.next === 'stop') return ready.outcome
  const { kind } = ready.email
  const turn = await waitForMailSlot(
    services,
    kind === 'newsletter' ? { newsletterPerSecond: services.config.newsletter.perSecond } : {},
  )
  if (turn.askAgainAt) return { state: 'too-soon', until: turn.askAgainAt }
  if (turn.hasWaited) ready = await readyEmail(services, emailId)
  if (ready.next === 'stop') return ready.outcome

  const { to, render } = ready
  const email = { ...ready.email, uncertain: ready.email.uncertain || wasInterrupted }
  const before = { email, wasUncertain: ready.email.uncertain, to }
  if (rulesFor(kind).retryAfterMs && attempt > mostInterruptions)
    return failedOutcome(services, before, { ...ourFault, permanent: true, reason: 'interrupted', detail: '' })
  let rendered: RenderedEmail | undefined
  try {
    rendered = await render()
  } catch (err) {
    services.log.error({ err, emailId }, 'an email could not be rendered')
    const detail = err instanceof Error ? err.message : String(err)
    return failedOutcome(services, before, { ...ourFault, reason: 'could not be written', detail })
  }
  if (!rendered) return (await dropEmail(services.database, email)) ? undefined : { state: 'again', at: Date.now() }

  const delivery = await services.mail.deliver({
    ...rendered,
    // So that nobody's out-of-office program answers it (RFC 3834, 5).
    headers: { 'Auto-Submitted': 'auto-generated', ...rendered.headers },
    messageId: email.messageId,
    from: fromAddress(services),
    to,
    date: new Date(),
  })
  return delivery.ok
    ? deliveredOutcome(services, before, { ...delivery, subject: rendered.subject })
    : failedOutcome(services, before, { ...delivery, subject: rendered.subject })
}

const ourFault = { ok: false, permanent: false, trouble: 'email' } as const

async function readyEmail(services: Services, emailId: string): Promise<ReadyEmail> {
  const email = await findWaitingEmail(services.database, emailId)
  if (!email) return { next: 'stop', outcome: undefined }
  if (email.kind === 'newsletter') return readyNewsletterEmail(services, email)
  return { next: 'send', email, to: email.recipient, render: () => renderOutboxEmail(services, email) }
}
