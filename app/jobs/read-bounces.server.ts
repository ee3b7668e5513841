import { recordBouncedResult } from '#app/domain/newsletter/campaign-results.server.ts'
import { markAddressBounced } from '#app/domain/newsletter/subscriber-rows.server.ts'
import {
  claimMailboxMessage,
  findMailboxPlace,
  recordBounce,
  recordMailboxRead,
} from '#app/domain/outbox/bounces.server.ts'
import { readBounce } from '#app/domain/outbox/read-bounce.ts'
import type { Services } from '#app/services.server.ts'

type Deps = Pick<Services, 'database' | 'log' | 'bounceMailbox'>

/** Reads what is new in the mailbox of bounces, each message once. */
export async function readBounces({ database, log, bounceMailbox }: Deps) {
  if (!bounceMailbox) return
  const { name: mailbox } = bounceMailbox
  const visit = await bounceMailbox.read(
    (uidValidity) => findMailboxPlace({ database }, mailbox, uidValidity),
    ({ uid, receivedAt, raw }, { uidValidity }) =>
      takeMessage(database, { place: { mailbox, uidValidity, uid }, receivedAt, raw }),
  )
  if (!visit.ok) log.warn({ reason: visit.reason }, 'the mailbox of bounces could not be read')
  await recordMailboxRead({ database }, { mailbox, now: Date.now(), ...(!visit.ok && { failure: visit.reason }) })
}

type Message = {
  place: { mailbox: string; uidValidity: string; uid: number }
  receivedAt: number
  raw: Uint8Array
}

/** Returns whether it was a bounce of one of our emails. */
async function takeMessage(database: Deps['database'], { place, receivedAt, raw }: Message) {
  const bounce = await readBounce(raw)
  return database.transaction(async (tx) => {
    if (!(await claimMailboxMessage(tx, place))) return false
    const email = bounce && (await recordBounce(tx, { ...bounce, receivedAt }))
    if (!email) return false
    if (email.campaignId) await recordBouncedResult(tx, email.campaignId)
    if (bounce.isAddressWrong) await markAddressBounced(tx, email.recipient)
    return true
  })
}
