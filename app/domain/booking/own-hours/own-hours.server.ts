import type { Database } from '#app/database/connection.server.ts'
import type { Db, Tables, Tx } from '#app/database/tables.ts'
import type { WeekHours } from '#app/domain/clinic/sections.ts'
import type { HoursOfPeople, OwnDays, OwnHours } from './own-hours.ts'
import type { Resource } from '#app/domain/booking/service-needs.ts'

type PersonResource = Tables['ownHours']['person']

/** The days both included, ISO 8601. */
type Days = { first: Temporal.PlainDate; last: Temporal.PlainDate }

/** What these people have entered about some days; nothing of those who work as the clinic is open. */
export async function readOwnHours(
  db: Db,
  resources: readonly Resource[],
  { first, last }: Days,
): Promise<HoursOfPeople> {
  const people = resources.filter(isPerson)
  if (people.length === 0) return new Map()
  const weeks = await db
    .selectFrom('ownHours')
    .select(['person', 'week'])
    .where('person', 'in', people)
    .where('week', 'is not', null)
    .execute()
  const days = await db
    .selectFrom('ownDays')
    .selectAll()
    .where('person', 'in', people)
    .where('lastDay', '>=', first.toString())
    .where('firstDay', '<=', last.toString())
    .execute()
  return new Map(
    [...new Set([...weeks, ...days].map(({ person }) => person))].map((person) => [
      person,
      {
        week: toWeek(weeks.find((row) => row.person === person)?.week ?? null),
        days: days.filter((row) => row.person === person).map(toOwnDays),
      },
    ]),
  )
}

const isPerson = (resource: Resource): resource is PersonResource => resource.startsWith('person:')
const toWeek = (week: string | null) => (week === null ? undefined : (JSON.parse(week) as WeekHours))

const toOwnDays = ({ id, firstDay, lastDay, hours }: Tables['ownDays']): OwnDays => ({
  ...{ id, firstDay, lastDay },
  hours: JSON.parse(hours) as OwnDays['hours'],
})

/** What a change replaced, and what it was. */
export type PreviousHours = OwnHours & { change: string }

/** `isTheirs`: the person may change the hours herself; `allowed`: the services that she may take on and give up. */
export type HoursOfPerson = OwnHours & {
  isTheirs: boolean
  allowed: readonly string[]
  revision: number
  previous: PreviousHours | undefined
}

/** A person's hours with what the clinic lets her change: her hours and no services, until it says otherwise. */
export async function findHoursOf(db: Db, person: PersonResource, from: Temporal.PlainDate): Promise<HoursOfPerson> {
  const row = await db.selectFrom('ownHours').selectAll().where('person', '=', person).executeTakeFirst()
  const days = await db
    .selectFrom('ownDays')
    .selectAll()
    .where('person', '=', person)
    .where('lastDay', '>=', from.toString())
    .orderBy('firstDay')
    .execute()
  return {
    week: toWeek(row?.week ?? null),
    days: days.map(toOwnDays),
    isTheirs: row?.isTheirs !== 0,
    allowed: row ? (JSON.parse(row.allowed) as string[]) : [],
    revision: row?.revision ?? 0,
    previous: row?.previous ? (JSON.parse(row.previous) as PreviousHours) : undefined,
  }
}

/**
 * Holds people's hours until the transaction ends: bookings share it, a change has it alone. So a change either sees an
 * appointment or is seen by it.
 */
export const lockOwnHours = (
  { database, tx }: { database: Pick<Database, 'takeAdvisoryLock'>; tx: Tx },
  { shared }: { shared: boolean },
) => database.takeAdvisoryLock(tx, 'own hours', { shared })
