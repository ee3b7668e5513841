import { retryEmails } from '../app/domain/outbox/change-failed-emails.server.ts'
import { countEmails, listFailedEmails, retryFailedEmails } from '../app/domain/outbox/failed-emails.server.ts'
import { findDeliveryFailure } from '../app/domain/outbox/waiting-emails.server.ts'
import { undoOfferMs } from '../app/domain/shared/done.ts'
import { OperatorError } from '../app/operator-error.ts'
import type { Services } from '../app/services.server.ts'
import { type Call, type Command, runAsProcess, withServices } from './command.ts'

// `npm run mail` says how many emails are waiting, sent or failed, and lists the failed ones.
// `npm run mail -- retry all`, or with the id of an email, resends failed ones.

const maxListed = 50
const operator = { who: 'operator', from: 'here' }

export const command: Command = (call) => {
  const [act, which] = call.options
  if (act !== undefined && !(act === 'retry' && which !== undefined))
    throw new OperatorError(
      'npm run mail shows the status of all emails; npm run mail -- retry all, or retry and an id, resends failed ones.',
    )
  return withServices((services, { say }) => (which === undefined ? show(services, say) : retry(services, which, say)))(
    call,
  )
}

async function show({ database }: Services, say: Call['say']) {
  const { waiting, retrying, sent, kept, failed, handled } = await countEmails(database)
  say(
    `waiting ${waiting} (${retrying} of them after a failed try), sent ${sent}, stored ${kept}, failed ${failed}, resolved ${handled}`,
  )
  const failure = await findDeliveryFailure(database)
  if (failure) say(`\nWhy emails are waiting: ${failure.reason}`)
  for (const { id, kind, createdAt, lastError } of await listFailedEmails(database, maxListed))
    say(`\n${id}  ${kind}, created ${new Date(createdAt).toISOString()}\n  ${lastError ?? 'no reason given'}`)
  if (failed > maxListed) say(`\n… and ${failed - maxListed} older ones`)
}

/** A running site notices within a second. */
async function retry(services: Services, id: string, say: Call['say']) {
  // A command offers no Undo, so no email waits for it.
  const now = Date.now() - undoOfferMs
  if (id === 'all') return say(`Emails to be sent again: ${await retryFailedEmails(services, operator, now)}`)
  const retried = await retryEmails(services, operator, { ids: [id], now })
  if (retried.length === 0) throw new OperatorError(`There is no failed email ${id}.`)
  say('The email will be sent again.')
}

if (import.meta.main) await runAsProcess(command)
