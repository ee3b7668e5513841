import { reminderSource } from '#app/domain/booking/reminder-text.server.ts'
import { offerSource } from '#app/domain/booking/waitlist/offer-text.server.ts'
import {
  findUnknown,
  isFinal,
  listUnsettled,
  recordAccepted,
  recordFailure,
  recordStatus,
  claimText,
  type TextKind,
  type TextSource,
  type Turn,
} from '#app/domain/text-messages/texts.server.ts'
import type { JobOutcome, Payload, Recording } from '#app/queue/payloads.ts'
import type { Services } from '#app/services.server.ts'

type Deps = Pick<Services, 'database' | 'vault' | 'textMessages'> & Parameters<typeof offerSource>[0]

/** A further kind of text is a line here, and its source. */
const toSources = (deps: Deps): Record<TextKind, TextSource> => ({
  reminder: reminderSource(deps),
  offer: offerSource(deps),
})

/** Sends a text at most once: it is claimed before, and the service is asked about a try whose answer was lost. */
export async function sendText(deps: Deps, { textId: id }: Payload<'send-text'>): Promise<JobOutcome> {
  const { database, textMessages } = deps
  if (!textMessages) return { state: 'failed', reason: 'text messages are not set up', final: false }
  const turn = await take(deps, id)
  if (turn.state === 'over') return
  if (turn.state === 'later') return { state: 'too-soon', until: turn.at }
  if (turn.state === 'send') return send(deps, id, turn)

  const found = await textMessages.findSent({ to: turn.number, text: turn.text, since: turn.triedAt })
  if (!found.ok) return { state: 'failed', reason: found.reason, final: false }
  const serviceId = await findUnknown(database.db, found.ids)
  if (serviceId !== undefined) return accepted(id, serviceId)
  const again = await take(deps, id, { isUnsent: true })
  if (again.state === 'send') return send(deps, id, again)
  return again.state === 'later' ? { state: 'too-soon', until: again.at } : undefined
}

const take = (deps: Deps, id: string, more: { isUnsent?: boolean } = {}) => {
  const now = Date.now()
  const { timeZone } = deps.clinic.facts(now)
  return deps.database.transaction((tx) => claimText(tx, { id, sources: toSources(deps), timeZone, now, ...more }))
}

async function send(
  { vault, textMessages }: Deps,
  id: string,
  { number, text }: Extract<Turn, { state: 'send' }>,
): Promise<JobOutcome> {
  const delivery = await textMessages!.send({ to: number, text })
  if (delivery.ok) return accepted(id, delivery.id)
  const { failure, reason } = delivery
  const record: Recording = (tx) => recordFailure({ tx, vault }, { id, number, failure, reason, now: Date.now() })
  return isFinal(failure) ? { state: 'done', record } : { state: 'failed', reason, final: false, record }
}

const accepted = (id: string, serviceId: string): JobOutcome => ({
  state: 'done',
  record: (tx) => recordAccepted(tx, { id, serviceId, now: Date.now() }),
})

/** Asks the service what became of texts that it took: it says so only later. */
export async function followTexts({
  database,
  vault,
  textMessages,
}: Pick<Deps, 'database' | 'vault' | 'textMessages'>) {
  if (!textMessages) return
  for (const text of await listUnsettled(database.db, Date.now())) {
    const status = await textMessages.findStatus(text.serviceId ?? '')
    // A service that does not answer is asked again in a minute.
    if (!status) return
    await database.transaction((tx) => recordStatus({ tx, vault }, text, status, Date.now()))
  }
}
