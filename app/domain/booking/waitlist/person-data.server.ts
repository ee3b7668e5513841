import type { Database } from '#app/database/connection.server.ts'
import type { Db, Tx } from '#app/database/tables.ts'
import { type Actor, canRecord, recordAct } from '#app/domain/audit/audit.server.ts'
import { nameService } from '#app/domain/catalogue/services.ts'
import { clinicDate } from '#app/domain/shared/clinic-time.ts'
import { type DataSubject, type Exported, toInstant } from '#app/domain/shared/data-subject.ts'
import type { Person } from '#app/domain/shared/person.ts'
import type { Lists } from '#app/domain/content/content-record.ts'
import type { BookingContent } from '#app/domain/booking/booking-content.ts'
import type { BookingDeps } from '#app/domain/booking/deps.ts'
import { toContact } from '#app/domain/patients/patient-fields.ts'
import { erasedContact } from '#app/domain/patients/patient-keys.server.ts'
import { lockHolds } from '#app/domain/booking/holds.server.ts'
import { toResourceNames } from '#app/domain/booking/service-needs.ts'
import { exportConsents, exportTexts } from '#app/domain/text-messages/export-texts.server.ts'
import { eraseTextsAbout } from '#app/domain/text-messages/texts.server.ts'

const program: Actor = { who: 'program', from: 'here' }

export async function findEntryIds(db: Db, { email, phoneDigits }: Person): Promise<string[]> {
  if (!email && !phoneDigits) return []
  const rows = await db
    .selectFrom('waitlistEntries')
    .select('id')
    .where((row) =>
      row.or([
        ...(email ? [row('email', '=', email)] : []),
        ...(phoneDigits ? [row('phoneDigits', '=', phoneDigits)] : []),
      ]),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/** The entries from a person's addresses with their name; another name may be another person. */
export async function findSubjectsEntries(db: Db, { emails, isNamed }: DataSubject) {
  const rows = await db
    .selectFrom('waitlistEntries')
    .selectAll()
    .where('email', 'in', emails)
    .orderBy('place')
    .execute()
  return rows.filter(({ name }) => isNamed(name))
}

/**
 * Erases who it was; the list keeps the place, and the trail says who waited when a time was offered. An offer that is out can
 * no longer be accepted, and is passed on when its time is up.
 */
export async function eraseEntries(
  deps: Pick<BookingDeps, 'vault'> & { database: Pick<Database, 'takeAdvisoryLock'> },
  tx: Tx,
  ids: readonly string[],
  now: number,
) {
  if (ids.length === 0) return
  await lockHolds({ ...deps, tx })
  await tx.updateTable('waitlistEntries').set(erasedContact).where('id', 'in', ids).execute()
  for (const id of ids) await eraseTextsAbout(tx, `waitlist:${id}`)
  const leaving = await tx
    .updateTable('waitlistEntries')
    .set({ state: 'left', endedAt: now })
    .where('id', 'in', ids)
    .where('state', 'in', ['waiting', 'paused'])
    .returning(['id', 'place'])
    .execute()
  // A restored database may lack the key of its trail.
  if (!(await canRecord({ ...deps, tx }))) return
  for (const entry of leaving) await recordLeaving(deps, tx, entry, 'waitlist.left')
}

const recordLeaving = (
  deps: Pick<BookingDeps, 'vault'>,
  tx: Tx,
  { id, place }: { id: string; place: number },
  act: 'waitlist.left' | 'waitlist.ended',
) => recordAct({ ...deps, tx }, program, { act, record: `waitlist:${id}`, detail: `place ${place}` })

/** How long the clinic sees who was on the list. */
const keptMs = 30 * 86_400_000

/** Takes people off the list whose last day is over, and deletes what they left long ago with its offers and texts. */
export async function endOldEntries(deps: Pick<BookingDeps, 'database' | 'vault' | 'clinic'>, now: number) {
  const today = clinicDate(now, deps.clinic.facts(now).timeZone).toString()
  await deps.database.transaction(async (tx) => {
    await lockHolds({ ...deps, tx })
    const ended = await tx
      .updateTable('waitlistEntries')
      .set({ state: 'ended', endedAt: now })
      .where('state', 'in', ['waiting', 'paused'])
      .where('lastDay', '<', today)
      .returning(['id', 'place'])
      .execute()
    for (const entry of ended) await recordLeaving(deps, tx, entry, 'waitlist.ended')
    // The newest stays, since the next place follows its own.
    const deleted = await tx
      .deleteFrom('waitlistEntries')
      .where('endedAt', '<', now - keptMs)
      .where('place', '<', ({ selectFrom }) =>
        selectFrom('waitlistEntries as newest').select(({ fn }) => fn.max('newest.place').as('last')),
      )
      .returning('id')
      .execute()
    for (const { id } of deleted) await eraseTextsAbout(tx, `waitlist:${id}`)
  })
}

export async function exportEntries(
  { db, content, booking }: { db: Db; content: Lists; booking: BookingContent },
  subject: DataSubject,
): Promise<Exported> {
  const entries = await findSubjectsEntries(db, subject)
  const offers = await db
    .selectFrom('waitlistOffers')
    .selectAll()
    .where(
      'entryId',
      'in',
      entries.map(({ id }) => id),
    )
    .orderBy('offeredAt')
    .execute()
  const texts = new Map<string, Texts>()
  for (const { id } of entries) texts.set(id, await exportTextsOf(db, id))
  const items = entries.map((entry) => ({
    joinedAt: toInstant(entry.joinedAt),
    status: entry.state,
    ...toContact(entry),
    services: (JSON.parse(entry.serviceIds) as string[]).map((id) => nameService(content, id)),
    practitioner: entry.person ? toResourceNames(booking, [entry.person])[0] : undefined,
    days: (JSON.parse(entry.weekdays) as number[]).join(', ') || undefined,
    from: entry.fromTime ?? undefined,
    until: entry.untilTime ?? undefined,
    lastDay: entry.lastDay,
    offers: offers
      .filter(({ entryId }) => entryId === entry.id)
      .map((offer) => ({
        offeredAt: toInstant(offer.offeredAt),
        startsAt: toInstant(offer.startsAt),
        heldUntil: toInstant(offer.until),
        status: offer.state,
      })),
    ...texts.get(entry.id),
  }))
  return { items, ids: [...entries, ...offers].map(({ id }) => id) }
}

type Texts = Awaited<ReturnType<typeof exportTextsOf>>

async function exportTextsOf(db: Db, entryId: string) {
  const consents = await exportConsents(db, `waitlist:${entryId}`)
  const texts = await exportTexts(db, `waitlist:${entryId}`)
  return {
    textMessageConsents: consents.length > 0 ? consents : undefined,
    textMessages: texts.length > 0 ? texts : undefined,
  }
}

export async function listPeopleOnWaitlist(db: Db): Promise<Person[]> {
  const rows = await db.selectFrom('waitlistEntries').select(['email', 'phoneDigits']).distinct().execute()
  return rows.map(({ email, phoneDigits }) => ({ ...(email && { email }), ...(phoneDigits && { phoneDigits }) }))
}
