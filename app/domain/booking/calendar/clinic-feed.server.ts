import ical, { type ICalEventData, ICalEventStatus } from 'ical-generator'
import { sql } from 'kysely'
import type { Database } from '#app/database/connection.server.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import type { Scope } from '#app/domain/shared/scope.ts'
import type { Db, Tx } from '#app/database/tables.ts'
import { activeStates } from '#app/domain/booking/appointment.ts'
import { holdsTime } from '#app/domain/booking/appointments.server.ts'
import { type Block, findBlocks } from '#app/domain/booking/blocks/blocks.server.ts'
import type { Interval } from '#app/domain/booking/busy.ts'
import { isRowInScope } from '#app/domain/shared/scope.server.ts'
import { appointmentUid, changedAt, productId, withLastBreak } from './calendar-entry.server.ts'

/** Signed addresses of calendar feeds: the clinic's, and those of people who work here (accounts/staff-feed). */
export const feedPurpose = 'calendar feed'
export const feedPath = (token: string) => `/calendar/${token}`

/** What is signed. Renewing the feed revokes earlier addresses. */
export async function feedLinkPayload({ db }: Pick<Database, 'db'>) {
  const { version } = await db.selectFrom('calendarFeed').select('version').executeTakeFirstOrThrow()
  return `v${version}`
}

export async function renewFeed(
  { database, vault }: { database: Pick<Database, 'transaction'>; vault: Vault },
  actor: Actor,
) {
  await database.transaction(async (tx) => {
    await tx
      .updateTable('calendarFeed')
      .set({ version: sql<number>`version + 1` })
      .execute()
    await recordAct({ tx, vault }, actor, { act: 'calendar.renewed' })
  })
}

/** The feed may have been renewed after the backup, so the next version could be one that was revoked. */
export const renewFeedAfterRestore = (tx: Tx, now: number) =>
  tx.updateTable('calendarFeed').set({ version: now }).execute()

const dayMs = 86_400_000

type Feed = {
  name: string
  /** From the patient's name: 'Appointment: MT'. */
  titleOf: (name: string) => string
  blockTitle: string
  appointmentUrl: (id: string) => string
  now: number
}

/**
 * Appointments and blocks for a calendar program of the clinic's (RFC 5545), with initials only and without services,
 * because such programs send what they read to their makers. They read the whole feed, so canceled ones are left out.
 */
export async function clinicFeed({ db }: Pick<Database, 'db'>, scope: Scope, feed: Feed) {
  const within = { from: feed.now - 30 * dayMs, until: feed.now + 400 * dayMs }
  const appointments = await listFeedAppointments(db, scope, within)
  const blocks = await findBlocks(db, scope, within)
  const events: ICalEventData[] = [
    ...appointments.map((appointment) => appointmentEvent(feed, appointment)),
    ...blocks.map((block) => blockEvent(feed, block)),
  ]
  return withLastBreak(ical({ name: feed.name, prodId: productId('calendar'), ttl: 15 * 60, events }).toString())
}

type FeedAppointment = Awaited<ReturnType<typeof listFeedAppointments>>[number]

const listFeedAppointments = (db: Db, scope: Scope, { from, until }: Interval) =>
  db
    .selectFrom('appointments')
    .select(['id', 'name', 'state', 'startsAt', 'endsAt', 'bookedAt', 'revision', 'uidDomain'])
    .where('startsAt', '>=', from)
    .where('startsAt', '<', until)
    .where('state', 'in', [...activeStates, 'completed'])
    .where(isRowInScope(scope, 'person'))
    .where(holdsTime)
    .orderBy('startsAt')
    .execute()

const appointmentEvent = ({ titleOf, appointmentUrl }: Feed, appointment: FeedAppointment): ICalEventData => ({
  id: appointmentUid(appointment),
  sequence: appointment.revision,
  stamp: changedAt(appointment),
  start: new Date(appointment.startsAt),
  end: new Date(appointment.endsAt),
  summary: titleOf(appointment.name),
  url: appointmentUrl(appointment.id),
  status: appointment.state === 'requested' ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED,
})

const blockEvent = ({ blockTitle }: Feed, block: Block): ICalEventData => ({
  id: `block-${block.id}`,
  // A block never changes, so any fixed time will do.
  stamp: new Date(block.from),
  start: new Date(block.from),
  end: new Date(block.until),
  summary: blockTitle,
})
