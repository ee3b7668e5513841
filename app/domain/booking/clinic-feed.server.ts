import ical, { ICalEventStatus } from 'ical-generator'
import { sql } from 'kysely'
import type { Database } from '#app/database/connection.server.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { isComing } from './appointment.ts'
import { listAppointments } from './appointments.server.ts'
import { findBlocks } from './blocks.server.ts'

/** Signed addresses of the clinic's own calendar feed. */
export const feedPurpose = 'calendar feed'
export const feedPath = (token: string) => `/calendar/${token}`

/** What is signed; an address from before the last renewal shows nothing. */
export async function feedText({ db }: Pick<Database, 'db'>) {
  const { version } = await db.selectFrom('calendar_feed').select('version').executeTakeFirstOrThrow()
  return `v${version}`
}

export async function renewFeed(
  { database, vault }: { database: Pick<Database, 'transaction'>; vault: Vault },
  actor: Actor,
) {
  await database.transaction(async (tx) => {
    await tx
      .updateTable('calendar_feed')
      .set({ version: sql<number>`version + 1` })
      .execute()
    await recordAct({ tx, vault }, actor, { act: 'calendar.renewed' })
  })
}

const dayMs = 86_400_000

type Feed = {
  name: string
  domain: string
  /** 'Visit: MT'. */
  titleOf: (name: string) => string
  keptTitle: string
  visitUrl: (id: string) => string
  now: number
}

/**
 * The coming visits and kept time for the clinic's own calendar program (RFC 5545): neither service nor health text, and
 * only initials, since such programs send everything to their maker.
 */
export async function clinicFeed(
  { db }: Pick<Database, 'db'>,
  { name, domain, titleOf, keptTitle, visitUrl, now }: Feed,
) {
  const within = { from: now - 30 * dayMs, until: now + 400 * dayMs }
  const calendar = ical({ name, prodId: { company: domain, product: 'calendar', language: 'EN' }, ttl: 15 * 60 })
  for (const visit of await listAppointments(db, within)) {
    if (!isComing(visit) && visit.state !== 'completed') continue
    calendar.createEvent({
      id: `appointment-${visit.id}@${domain}`,
      sequence: visit.revision,
      stamp: new Date(now),
      start: new Date(visit.startsAt),
      end: new Date(visit.endsAt),
      summary: titleOf(visit.name),
      url: visitUrl(visit.id),
      status: visit.state === 'requested' ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED,
    })
  }
  for (const block of await findBlocks(db, within))
    calendar.createEvent({
      id: `block-${block.id}@${domain}`,
      stamp: new Date(now),
      start: new Date(block.from),
      end: new Date(block.until),
      summary: keptTitle,
    })
  return calendar.toString()
}
