import { randomUUID } from 'node:crypto'
import type { Selectable, Updateable } from 'kysely'
import type { Db, Tables, Tx } from '#app/database/tables.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import { patientActor } from '#app/domain/audit/patient-actor.ts'
import { type Allowed, countPost, type Sender } from '#app/domain/limits/limits.server.ts'
import { sendEmail } from '#app/domain/outbox/emails.server.ts'
import { withoutNulls, type WithoutNulls } from '#app/domain/shared/without-nulls.ts'
import type { BookingDeps } from '#app/domain/booking/deps.ts'
import { lockHolds } from '#app/domain/booking/holds.server.ts'
import type { Contact } from '#app/domain/patients/patient-fields.ts'
import { toContactColumns } from '#app/domain/patients/patient-keys.server.ts'
import { needsFor } from '#app/domain/booking/service-needs.ts'
import { consentToOffers } from './offer-consents.server.ts'
import type { Wishes } from './wishes.ts'

type Row = WithoutNulls<Selectable<Tables['waitlistEntries']>>

/** Somebody on the list, with their wishes. */
export type Entry = Omit<Row, 'serviceIds' | 'weekdays' | 'phoneDigits' | 'person'> & Wishes

export type EntryState = Tables['waitlistEntries']['state']

/** `wantsTexts`: agreed to offers by text, in the present words. */
export type Joining = { contact: Contact; wishes: Wishes; wantsTexts?: boolean }

type JoinOptions = { by?: Actor; sender?: Sender | undefined; now: number }

/**
 * Puts somebody at the end of the list. The same person with the same wishes stays where they are. Their email has a
 * link to change or leave it.
 */
export function joinWaitlist(
  deps: BookingDeps,
  { contact, wishes, wantsTexts }: Joining,
  { by = patientActor, sender, now }: JoinOptions,
): Promise<{ ok: true; id: string; isNew: boolean } | Extract<Allowed, { ok: false }>> {
  return deps.database.transaction(async (tx) => {
    const allowed = await countPost({ tx }, 'waitlist', sender, now)
    if (!allowed.ok) return allowed
    await lockHolds({ ...deps, tx })
    const columns = { ...toWishColumns(wishes), ...toContactColumns(contact) }
    const consent = async (id: string) => {
      if (wantsTexts) await consentToOffers(deps, tx, by, { id, phone: contact.phone }, now)
    }
    const known = await tx
      .selectFrom('waitlistEntries')
      .select(['id', 'place', 'firstPlace'])
      .where('state', 'in', onList)
      .where('email', '=', columns.email)
      .where('phoneDigits', '=', columns.phoneDigits)
      .where('serviceIds', '=', columns.serviceIds)
      .where('weekdays', '=', columns.weekdays)
      .where('person', columns.person === null ? 'is' : '=', columns.person)
      .where('fromTime', columns.fromTime === null ? 'is' : '=', columns.fromTime)
      .where('untilTime', columns.untilTime === null ? 'is' : '=', columns.untilTime)
      .executeTakeFirst()
    if (known) {
      const again = { state: 'waiting', silent: 0, lastDay: columns.lastDay } as const
      await tx.updateTable('waitlistEntries').set(again).where('id', '=', known.id).execute()
      await recordWishes(deps, tx, by, 'waitlist.changed', { ...known, ...wishes })
      await consent(known.id)
      return { ok: true, id: known.id, isNew: false }
    }
    const id = randomUUID()
    const { last } = await tx
      .selectFrom('waitlistEntries')
      .select(({ fn }) => fn.max('place').as('last'))
      .executeTakeFirstOrThrow()
    const place = Number(last ?? 0) + 1
    const firstPlace = (await findFirstPlace(tx, columns)) ?? place
    const row = { id, place, firstPlace, ...columns, state: 'waiting', joinedAt: now, silent: 0 } as const
    const byPatient = by === patientActor ? 1 : 0
    await tx
      .insertInto('waitlistEntries')
      .values({ ...row, byPatient })
      .execute()
    if (contact.email)
      await sendEmail(
        { ...deps, tx },
        {
          kind: 'waitlist',
          ids: { entryId: id, about: 'joined' },
          recipient: contact.email,
          limitedAs: sender?.address,
        },
      )
    await recordWishes(deps, tx, by, 'waitlist.joined', { ...row, ...wishes })
    await consent(id)
    return { ok: true, id, isNew: true }
  })
}

/** One person is one address and phone together, as elsewhere in booking. */
async function findFirstPlace(tx: Tx, { email, phoneDigits }: Pick<Row, 'email' | 'phoneDigits'>) {
  const row = await tx
    .selectFrom('waitlistEntries')
    .select('firstPlace')
    .where('email', '=', email)
    .where('phoneDigits', '=', phoneDigits)
    .orderBy('place')
    .limit(1)
    .executeTakeFirst()
  return row?.firstPlace
}

/** Who waits keeps their place. */
export function changeWishes(
  deps: Pick<BookingDeps, 'database' | 'vault' | 'booking'>,
  id: string,
  wishes: Wishes,
  by: Actor = patientActor,
): Promise<{ ok: boolean }> {
  return deps.database.transaction(async (tx) => {
    await lockHolds({ ...deps, tx })
    const changed = await tx
      .updateTable('waitlistEntries')
      .set({ ...toWishColumns(wishes), state: 'waiting', silent: 0 })
      .where('id', '=', id)
      .where('state', 'in', onList)
      .returning(['id', 'place', 'firstPlace'])
      .executeTakeFirst()
    if (changed) await recordWishes(deps, tx, by, 'waitlist.changed', { ...changed, ...wishes })
    return { ok: changed !== undefined }
  })
}

/** With what the order can be checked by, and without what somebody waits for. */
export async function recordWishes(
  deps: Pick<BookingDeps, 'vault' | 'booking'>,
  tx: Tx,
  by: Actor,
  act: 'waitlist.joined' | 'waitlist.changed' | 'waitlist.removal-undone',
  entry: Pick<Entry, 'id' | 'place' | 'firstPlace'> & Wishes,
) {
  const { id, place, firstPlace, weekdays, fromTime, untilTime, lastDay, serviceIds } = entry
  const minutes = Math.max(...serviceIds.map((serviceId) => needsFor(deps.booking, serviceId).minutes))
  const detail = [
    `place ${place}`,
    ...(firstPlace === place ? [] : [`same person as ${firstPlace}`]),
    `days ${weekdays.toSorted().join(' ') || 'any'}`,
    `between ${fromTime ?? '00:00'} and ${untilTime ?? '24:00'}`,
    `until ${lastDay}`,
    `${minutes} minutes`,
  ].join(', ')
  await recordAct({ ...deps, tx }, by, { act, record: `waitlist:${id}`, detail })
}

export async function findEntry(db: Db, id: string): Promise<Entry | undefined> {
  const row = await db.selectFrom('waitlistEntries').selectAll().where('id', '=', id).executeTakeFirst()
  return row && fromRow(row)
}

/** For the audit trail, whose entries have no names. */
export const listNamesOnWaitlist = (db: Db, ids: readonly string[]) =>
  db.selectFrom('waitlistEntries').select(['id', 'name']).where('id', 'in', ids).execute()

const onList = ['waiting', 'paused'] as const

/** Whom a time can be offered to, in their order. */
export const listWaiting = (db: Db) => listEntries(db, ['waiting'])

/** Also those whose place is paused, who may have an offer from before. */
export const listOnList = (db: Db) => listEntries(db, onList)

async function listEntries(db: Db, states: readonly EntryState[]): Promise<Entry[]> {
  const rows = await db
    .selectFrom('waitlistEntries')
    .selectAll()
    .where('state', 'in', states)
    .orderBy('place')
    .execute()
  return rows.map(fromRow)
}

export const isOnList = ({ state }: Pick<Entry, 'state'>) => onList.some((one) => one === state)

export const updateEntry = (
  tx: Tx,
  id: string,
  changes: Pick<Updateable<Tables['waitlistEntries']>, 'state' | 'silent' | 'endedAt'>,
) => tx.updateTable('waitlistEntries').set(changes).where('id', '=', id).execute()

function fromRow(row: Selectable<Tables['waitlistEntries']>): Entry {
  const { serviceIds, weekdays, phoneDigits: _, ...entry } = withoutNulls(row)
  return {
    ...entry,
    serviceIds: JSON.parse(serviceIds) as string[],
    weekdays: JSON.parse(weekdays) as number[],
    person: entry.person,
    fromTime: entry.fromTime,
    untilTime: entry.untilTime,
  }
}

const toWishColumns = ({ serviceIds, person, weekdays, fromTime, untilTime, lastDay }: Wishes) => ({
  serviceIds: JSON.stringify(serviceIds),
  person: person ?? null,
  weekdays: JSON.stringify(weekdays.toSorted()),
  fromTime: fromTime ?? null,
  untilTime: untilTime ?? null,
  lastDay,
})
