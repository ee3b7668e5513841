import { clinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import {
  dropLetter,
  findWaitingLetter,
  recordFailure,
  recordSent,
  recordTrouble,
} from '#app/domain/outbox/letters.server.ts'
import type { JobOutcome, Payload } from '#app/queue/payloads.ts'
import type { Services } from '#app/services.server.ts'
import { renderLetterOf } from './letters.server.ts'

/** Renders a waiting letter, sends it and keeps the bytes as sent. A letter already sent is left alone. */
export async function sendLetterJob(services: Services, { letterId }: Payload<'send-letter'>): Promise<JobOutcome> {
  const { database, mail, config } = services
  const letter = await findWaitingLetter(database, letterId)
  if (!letter) return
  const rendered = await renderLetterOf(services, letter)
  if (!rendered) return dropLetter(database, letter.id)

  const delivery = await mail.deliver({
    ...rendered,
    messageId: letter.messageId,
    from: config.mailFrom ?? defaultSender(),
    to: letter.recipient,
    date: new Date(),
  })
  if (delivery.ok) {
    const { state, raw } = delivery
    await recordSent(database, letter.id, { state, raw, subject: rendered.subject, now: Date.now() })
    return
  }
  await recordTrouble(database, letter.id, delivery.detail)
  if (!delivery.permanent) throw new Error(delivery.reason)
  return { givenUp: delivery.reason }
}

/** After the last try the letter itself says that it did not go out. */
export const letterFailed = ({ database }: Services, { letterId }: Payload<'send-letter'>) =>
  recordFailure(database, letterId)

function defaultSender() {
  const { name, emails } = clinicFacts(Date.now())
  return `"${name.replaceAll('"', '')}" <${emails.general}>`
}
