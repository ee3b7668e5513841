import {
  countEmails,
  listFailedEmails,
  retryFailedEmails,
  retryEmail,
} from '../app/domain/outbox/failed-emails.server.ts'
import { findDeliveryFailure } from '../app/domain/outbox/waiting-emails.server.ts'
import { giveUp, openForCommand } from './open-for-command.ts'

// `npm run mail` says how many emails wait, went out or failed, and lists those that failed.
// `npm run mail -- retry all`, or with the id of an email, resends failed ones.

const mostListed = 50
const operator = { who: 'operator', from: 'here' }

const [command, which] = process.argv.slice(2)
if (command !== undefined && !(command === 'retry' && which !== undefined))
  giveUp(
    'npm run mail shows the status of all emails; npm run mail -- retry all, or retry and an id, resends failed ones.',
  )

const services = await openForCommand()
try {
  if (which === undefined) await show()
  else await retry(which)
} finally {
  services.mail.close()
  await services.database.close()
}

async function show() {
  const { waiting, retrying, sent, kept, failed, handled } = await countEmails(services.database)
  console.log(
    `waiting ${waiting} (${retrying} of them after a failed try), sent ${sent}, stored ${kept}, failed ${failed}, resolved ${handled}`,
  )
  const trouble = await findDeliveryFailure(services.database)
  if (trouble) console.log(`\nWhy emails are waiting: ${trouble.reason}`)
  for (const { id, kind, createdAt, lastError } of await listFailedEmails(services.database, mostListed))
    console.log(`\n${id}  ${kind}, created ${new Date(createdAt).toISOString()}\n  ${lastError ?? 'no reason given'}`)
  if (failed > mostListed) console.log(`\n… and ${failed - mostListed} older ones`)
}

/** A running site notices within a second. */
async function retry(wanted: string) {
  if (wanted === 'all') return console.log(`Emails to be sent again: ${await retryFailedEmails(services, operator)}`)
  if (!(await retryEmail(services, operator, wanted))) giveUp(`There is no failed email ${wanted}.`)
  console.log('The email will be sent again.')
}
