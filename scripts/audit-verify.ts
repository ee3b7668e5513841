import { auditTrail } from '../content/audit.ts'
import { findBackupHead } from '../app/domain/audit/verifications.server.ts'
import { verifyTrail } from '../app/domain/audit/verify-trail.server.ts'
import { giveUp, openForCommand } from './open-for-command.ts'

// `npm run audit:verify` reads the whole audit trail and says whether it is as it was written.
// `npm run audit:verify -- --head COUNT:HMAC`, with a head from the log ("audit head"), also shows a trail that was
// cut off together with its head. The newest backup's head is compared without being told.

const [option, given, ...rest] = process.argv.slice(2)
const known = given === undefined ? undefined : parseHead(given)
if ((option !== undefined && option !== '--head') || (option && !known) || rest.length > 0)
  giveUp('npm run audit:verify, or with a head from the log: npm run audit:verify -- --head COUNT:HMAC')

const services = await openForCommand()
try {
  const state = await verifyTrail(services, [...(known ? [known] : []), ...(await findBackupHead(services))])
  if (state.ok) console.log(auditTrail.whole(state.head))
  else {
    process.stderr.write(`${auditTrail.broken(state.entry, state.fault)}\n`)
    process.exitCode = 1
  }
} finally {
  services.mail.close()
  await services.database.close()
}

function parseHead(text: string) {
  const [, count, hmac] = /^(\d{1,15}):([\w-]{43})$/.exec(text) ?? []
  return count === undefined || hmac === undefined ? undefined : { count: Number(count), hmac }
}
