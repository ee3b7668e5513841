import { forgetBounce, markBounced } from '#app/domain/newsletter/bounces.server.ts'
import { waitForRelayTurn } from '#app/domain/limits/relay-pace.server.ts'
import { fromAddress } from '#app/domain/outbox/from-address.ts'
import {
  dropLetter,
  findWaitingLetter,
  recordFailure,
  recordSent,
  recordTrouble,
} from '#app/domain/outbox/letters.server.ts'
import { bringLettersForward } from '#app/domain/outbox/letters-in-trouble.server.ts'
import type { JobHandler, JobOutcome, Payload } from '#app/queue/payloads.ts'
import type { Services } from '#app/services.server.ts'
import { renderLetterOf, subscriberOf } from './letters.server.ts'

/** Renders a waiting letter, sends it and keeps the bytes as sent. A letter already sent is left alone. */
export async function sendLetterJob(services: Services, { letterId }: Payload<'send-letter'>): Promise<JobOutcome> {
  const { database, mail, log } = services
  const { askAgainAt } = await waitForRelayTurn(services)
  if (askAgainAt) return { state: 'too-soon', until: askAgainAt }
  const letter = await findWaitingLetter(database, letterId)
  if (!letter) return
  const rendered = await renderLetterOf(services, letter)
  if (!rendered) return (await dropLetter(database, letter)) ? undefined : { state: 'again', at: Date.now() }

  const delivery = await mail.deliver({
    ...rendered,
    // So that nobody's out-of-office program answers it (RFC 3834, 5).
    headers: { 'Auto-Submitted': 'auto-generated', ...rendered.headers },
    messageId: letter.messageId,
    from: fromAddress(services),
    to: letter.recipient,
    date: new Date(),
  })
  const subscriberId = subscriberOf(letter)
  if (!delivery.ok)
    return {
      state: 'failed',
      reason: delivery.reason,
      final: delivery.permanent,
      async record(tx) {
        await recordTrouble(tx, letter.id, { ...delivery, subject: rendered.subject })
        if (subscriberId && delivery.recipientRefused) await markBounced({ tx }, subscriberId)
      },
    }
  return {
    state: 'done',
    async record(tx) {
      const { state, raw } = delivery
      await recordSent(tx, letter.id, { state, raw, subject: rendered.subject, now: Date.now() })
      if (subscriberId && state === 'sent') await forgetBounce({ tx }, subscriberId)
      if (letter.inServerTrouble)
        database.afterCommit(tx, () => {
          // Whoever stays behind when this fails is found by the watch.
          bringLettersForward(services).catch((err: unknown) =>
            log.warn({ err }, 'letters could not be brought forward'),
          )
        })
    },
  }
}

/** After the last try the letter itself says that it did not go out. */
export const letterFailed: NonNullable<JobHandler<Services, 'send-letter'>['failed']> = (tx, { letterId }) =>
  recordFailure(tx, letterId)
