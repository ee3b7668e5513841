import { auditTrail, signedForms, waitlistOrder } from '../content/audit.ts'
import { findBackupHead } from '../app/domain/audit/verifications.server.ts'
import { verifyTrail } from '../app/domain/audit/verify-trail.server.ts'
import { verifyWaitlist } from '../app/domain/booking/waitlist/verify-waitlist.server.ts'
import { verifyForms } from '../app/domain/forms/verify-forms.server.ts'
import { OperatorError } from '../app/operator-error.ts'
import { type Command, runAsProcess, withServices } from './command.ts'

// `npm run audit:verify` reads the whole audit trail and says whether anything in it was altered.
// `npm run audit:verify -- --head COUNT:HMAC`, with a head from the log ("audit head"), also detects a trail that was
// cut off together with its head. The newest backup's head is always compared.
// Then it compares each form that a patient signed with its text, its answers and its entry in the trail,
// and reads from the trail whether everything that the waitlist offered was offered in order.

export const command: Command = (call) => {
  const [option, given, ...rest] = call.options
  const known = given === undefined ? undefined : parseHead(given)
  if ((option !== undefined && option !== '--head') || (option && !known) || rest.length > 0)
    throw new OperatorError(
      'npm run audit:verify, or with a head from the log: npm run audit:verify -- --head COUNT:HMAC',
    )
  return verify(known)(call)
}

const verify = (known: ReturnType<typeof parseHead>) =>
  withServices(async (services, { say, warn }) => {
    const fail = (lines: string[]) => {
      warn(lines.join('\n'))
      return 1
    }
    const state = await verifyTrail(services, [...(known ? [known] : []), ...(await findBackupHead(services))])
    if (!state.ok) return fail([auditTrail.broken(state.entry, state.fault)])
    say(auditTrail.whole(state.head))
    const forms = await verifyForms(services)
    if (forms.faults.length > 0)
      return fail(forms.faults.map(({ fault, appointmentId }) => signedForms.faults[fault](appointmentId)))
    if (forms.whole + forms.ended > 0) say(signedForms.whole(forms))
    const { offers, faults } = await verifyWaitlist(services, Date.now())
    if (faults.length > 0) return fail(faults.map(({ place, fault }) => waitlistOrder.faults[fault](place)))
    if (offers > 0) say(waitlistOrder.whole(offers))
    return 0
  })

function parseHead(text: string) {
  const [, count, hmac] = /^(\d{1,15}):([\w-]{43})$/.exec(text) ?? []
  return count === undefined || hmac === undefined ? undefined : { count: Number(count), hmac }
}

if (import.meta.main) await runAsProcess(command)
