import type { Appointment } from '#app/domain/booking/appointment.ts'
import { findAppointment } from '#app/domain/booking/appointments.server.ts'
import { dataCodeLifeMs } from '#app/domain/booking/data-code.server.ts'
import type { OwnSubject } from '#app/domain/person-export/open-data.server.ts'
import { findAccountSubject, findOwnSubject } from '#app/domain/booking/own-records.server.ts'
import { toNameKey } from '#app/domain/patients/patient-keys.server.ts'
import { type RequestContext, servicesContext } from '#app/http/context.ts'
import { clearCookie, dataCookie, readCookie, setCookie } from '#app/http/cookies.ts'
import { getSignedIn, type SignedIn } from '#app/http/viewer.server.ts'
import type { myDataPage as words } from '#content/pages/my-data.ts'

// A browser in which somebody has just shown who they are has a signed cookie, for a quarter of an hour. It names the
// proof and no person: whose data that opens is looked up each time.

const lifeMs = 15 * 60_000
const grantPurpose = 'my data'
const codePurpose = 'data code asked'

type Linked = Pick<Appointment, 'id' | 'linkVersion'>

/** The browser that asked for a code; nobody else can use it. */
export function rememberCode(context: RequestContext, { id }: Linked, codeId: string) {
  const { signer } = context.get(servicesContext)
  setCookie(context, dataCookie, signer.sign(codePurpose, `${id}:${codeId}`), dataCodeLifeMs / 1000)
}

/** The code that this browser asked for about an appointment. */
export function findAskedCode(request: Request, context: RequestContext, { id }: Linked) {
  const { signer } = context.get(servicesContext)
  const [appointmentId, codeId] = signer.verify(codePurpose, readCookie(request, dataCookie) ?? '')?.split(':') ?? []
  return appointmentId === id ? codeId : undefined
}

export const grantToPatient = (context: RequestContext, { id, linkVersion }: Linked, now: number) =>
  grant(context, ['appointment', id, String(linkVersion)], now)

export const grantToAccount = (
  context: RequestContext,
  { accountId, sessionId }: Pick<SignedIn, 'accountId' | 'sessionId'>,
  now: number,
) => grant(context, ['account', accountId, sessionId], now)

function grant(context: RequestContext, proof: string[], now: number) {
  const { signer } = context.get(servicesContext)
  const text = JSON.stringify([...proof, now + lifeMs])
  setCookie(context, dataCookie, signer.sign(grantPurpose, text), lifeMs / 1000)
}

export const endGrant = (context: RequestContext) => clearCookie(context, dataCookie)

export type Access =
  | { kind: 'open'; subject: OwnSubject; left: keyof typeof words.left | undefined }
  /** Signed in a while ago. `byPassword`: false where the password alone would be too little. */
  | { kind: 'confirm'; byPassword: boolean }
  | { kind: 'unverified' | 'signed-out' }

/** What this browser may open. */
export async function findAccess(request: Request, context: RequestContext, now: number): Promise<Access> {
  const { signer, database, config } = context.get(servicesContext)
  const proof = parseProof(signer.verify(grantPurpose, readCookie(request, dataCookie) ?? ''), now)
  if (proof?.kind === 'appointment') {
    const appointment = await findAppointment(database.db, proof.id)
    // The address was corrected, or the patient erased.
    if (appointment?.patientId && String(appointment.linkVersion) === proof.of) {
      const { patientId: recordId, email } = appointment
      const subject = await findOwnSubject({ db: database.db, ownerEmail: config.admin.email }, { recordId, email })
      if (subject) return { kind: 'open', subject, left: undefined }
    }
  }
  const who = await getSignedIn(request, context)
  if (!who) return { kind: 'signed-out' }
  if (!who.isVerified) return { kind: 'unverified' }
  const isConfirmed = proof?.kind === 'account' && proof.id === who.accountId && proof.of === who.sessionId
  if (!isConfirmed && now - who.since > freshMs) return { kind: 'confirm', byPassword: !who.hasSecondFactor }
  return openForAccount(context, who)
}

/** Somebody who has signed in just now need not do it twice. */
const freshMs = 5 * 60_000

async function openForAccount(context: RequestContext, who: SignedIn): Promise<Access> {
  const { database, config } = context.get(servicesContext)
  const { email, accountId, name } = who
  const ownerEmail = config.admin.email
  const found = await database.transaction((tx) => findAccountSubject({ database, tx, ownerEmail }, { email, name }))
  if (typeof found === 'object') return { kind: 'open', subject: { ...found, accountId }, left: undefined }
  const left = found
  // Where others share the address, all but the account itself may be theirs.
  const own = left === 'none' ? [email] : []
  const nameKey = toNameKey(name)
  return {
    kind: 'open',
    subject: {
      address: email,
      recordIds: [],
      appointmentIds: [],
      emails: own,
      isNamed: (other) => nameKey !== '' && toNameKey(other) === nameKey,
      addresses: own,
      accountId,
    },
    left,
  }
}

type Proof = { kind: string; id: string; of: string }

/** Undefined when it is over, or was not signed by this site. */
function parseProof(text: string | undefined, now: number): Proof | undefined {
  if (text === undefined) return undefined
  const [kind, id, of, until] = JSON.parse(text) as [string, string, string, number]
  return until > now ? { kind, id, of } : undefined
}
