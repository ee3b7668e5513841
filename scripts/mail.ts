import { retryEmails } from '../app/domain/outbox/change-failed-emails.server.ts'
import { countEmails, listFailedEmails, retryFailedEmails } from '../app/domain/outbox/failed-emails.server.ts'
import { findDeliveryFailure } from '../app/domain/outbox/waiting-emails.server.ts'
import { undoOfferMs } from '../app/domain/shared/done.ts'
import type { Services } from '../app/services.server.ts'
import { exitWith } from './installation.ts'
import { runWithServices } from './run-command.ts'

// `npm run mail` says how many emails are waiting, sent or failed, and lists the failed ones.
// `npm run mail -- retry all`, or with the id of an email, resends failed ones.

const maxListed = 50
const operator = { who: 'operator', from: 'here' }

const [command, which] = process.argv.slice(2)
if (command !== undefined && !(command === 'retry' && which !== undefined))
  exitWith(
    'npm run mail shows the status of all emails; npm run mail -- retry all, or retry and an id, resends failed ones.',
  )

await runWithServices((services) => (which === undefined ? show(services) : retry(services, which)))

async function show({ database }: Services) {
  const { waiting, retrying, sent, kept, failed, handled } = await countEmails(database)
  console.log(
    `waiting ${waiting} (${retrying} of them after a failed try), sent ${sent}, stored ${kept}, failed ${failed}, resolved ${handled}`,
  )
  const failure = await findDeliveryFailure(database)
  if (failure) console.log(`\nWhy emails are waiting: ${failure.reason}`)
  for (const { id, kind, createdAt, lastError } of await listFailedEmails(database, maxListed))
    console.log(`\n${id}  ${kind}, created ${new Date(createdAt).toISOString()}\n  ${lastError ?? 'no reason given'}`)
  if (failed > maxListed) console.log(`\n… and ${failed - maxListed} older ones`)
}

/** A running site notices within a second. */
async function retry(services: Services, id: string) {
  // A command offers no Undo, so no email waits for it.
  const now = Date.now() - undoOfferMs
  if (id === 'all') return console.log(`Emails to be sent again: ${await retryFailedEmails(services, operator, now)}`)
  const retried = await retryEmails(services, operator, { ids: [id], now })
  if (retried.length === 0) exitWith(`There is no failed email ${id}.`)
  console.log('The email will be sent again.')
}
