import { randomUUID } from 'node:crypto'
import type { Tables, Tx } from '#app/database/tables.ts'
import { type Act, type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import { describeChange } from '#app/domain/audit/describe-change.ts'
import { weekdays } from '#app/domain/clinic/clinic.ts'
import { describeHours, openHoursOn, weekdayName } from '#app/domain/clinic/opening-hours.ts'
import type { WeekHours } from '#app/domain/clinic/sections.ts'
import { clinicDate, formatDayAndYear, instantsOn } from '#app/domain/shared/clinic-time.ts'
import { isWithinReach } from '#app/domain/shared/reach.ts'
import type { Appointment } from './appointment.ts'
import { listUpcomingWith } from './appointments.server.ts'
import type { BookingDeps } from './deps.ts'
import { type OwnDays, type OwnHours, overlapDays, workHours } from './own-hours.ts'
import { findHoursOf, type HoursOfPerson, lockOwnHours } from './own-hours.server.ts'
import { listPeople, type Person } from './plan.ts'

type Deps = Pick<BookingDeps, 'database' | 'vault' | 'pages' | 'booking' | 'clinic'>
type PersonResource = Tables['ownHours']['person']

export type HoursChanged =
  | { ok: true }
  /** `not-allowed`: the clinic keeps this person's hours. */
  | { ok: false; reason: 'not-found' | 'not-allowed' | 'changed-meanwhile' | 'overlapping-days' | 'too-many' }
  /** Appointments that would no longer be within the hours. With `anyway` the hours are saved, and these stay. */
  | { ok: false; reason: 'overlap'; appointments: Appointment[] }

type Change = { person: PersonResource; anyway: boolean; now: number }

/** Each reading of free times reads them. */
const mostDays = 100

/** The hours of each week, or as the clinic is open. `over`: the revision that was shown. */
export const saveOwnWeek = (
  deps: Deps,
  actor: Actor,
  { week, over, ...change }: Change & { week: WeekHours | undefined; over: number },
) =>
  changeHours(deps, actor, change, async (tx, before) => {
    if (before.revision !== over) return { ok: false, reason: 'changed-meanwhile' }
    return {
      ok: true,
      after: { ...before, week },
      detail: describeChange(describeWeek(before.week), describeWeek(week)),
      write: () => saveRow(tx, change.person, before, { week: week ? JSON.stringify(week) : null }),
    }
  })

/** Days away, or with other hours. */
export const addOwnDays = (deps: Deps, actor: Actor, { days, ...change }: Change & { days: Omit<OwnDays, 'id'> }) =>
  changeHours(deps, actor, change, async (tx, before) => {
    if (before.days.some((other) => overlapDays(other, days))) return { ok: false, reason: 'overlapping-days' }
    if (before.days.length >= mostDays) return { ok: false, reason: 'too-many' }
    const id = randomUUID()
    const { firstDay, lastDay, hours } = days
    return {
      ok: true,
      after: { ...before, days: [...before.days, { id, ...days }] },
      detail: describeDays(days),
      write: () =>
        tx
          .insertInto('ownDays')
          .values({
            ...{ id, person: change.person, firstDay, lastDay },
            ...{ fromTime: hours?.opens ?? null, untilTime: hours?.closes ?? null },
          })
          .execute(),
    }
  })

/** Removing them twice does nothing. */
export const removeOwnDays = (deps: Deps, actor: Actor, { id, ...change }: Change & { id: string }) =>
  changeHours(deps, actor, change, async (tx, before) => {
    const days = before.days.find((one) => one.id === id)
    if (!days) return { ok: true, after: before, detail: undefined, write: async () => undefined }
    return {
      ok: true,
      after: { ...before, days: before.days.filter((one) => one.id !== id) },
      detail: `Removed: ${describeDays(days)}`,
      write: () => tx.deleteFrom('ownDays').where('id', '=', id).execute(),
    }
  })

type Wished =
  | { ok: true; after: OwnHours; detail: string | undefined; write: () => Promise<unknown> }
  | Exclude<HoursChanged, { ok: true } | { reason: 'overlap' }>

async function changeHours(
  deps: Deps,
  actor: Actor,
  { person: resource, anyway, now }: Change,
  wish: (tx: Tx, before: HoursOfPerson) => Promise<Wished>,
): Promise<HoursChanged> {
  const { database, vault, pages, clinic } = deps
  const facts = clinic.facts(now)
  return database.transaction(async (tx): Promise<HoursChanged> => {
    await lockOwnHours({ database, tx }, { shared: false })
    const person = findPerson(deps, actor, resource)
    if (!person) return { ok: false, reason: 'not-found' }
    const before = await findHoursOf(tx, resource, clinicDate(now, facts.timeZone))
    if (actor.person !== undefined && !before.isTheirs) return { ok: false, reason: 'not-allowed' }
    const wished = await wish(tx, before)
    if (!wished.ok) return wished
    const { after, detail, write } = wished
    if (detail === undefined) return { ok: true }
    const isAt = (hours: OwnHours) => (appointment: Appointment) => {
      const day = clinicDate(appointment.startsAt, facts.timeZone)
      const toInstant = instantsOn(day, facts.timeZone)
      return workHours(openHoursOn(facts, day), person, hours, day).some(
        ({ opens, closes }) => toInstant(opens) <= appointment.startsAt && appointment.endsAt <= toInstant(closes),
      )
    }
    const appointments = (await listUpcomingWith(tx, [resource], now))
      .filter(isAt(before))
      .filter((one) => !isAt(after)(one))
    if (appointments.length > 0 && !anyway) return { ok: false, reason: 'overlap', appointments }
    await write()
    await pages.purge(tx, 'booking')
    await recordChange({ vault, tx }, actor, 'hours.changed', person, detail)
    return { ok: true }
  })
}

const findPerson = ({ booking }: Pick<Deps, 'booking'>, actor: Actor, resource: PersonResource) =>
  isWithinReach(actor, { person: resource })
    ? listPeople(booking).find((one) => one.resource === resource && one.name !== undefined)
    : undefined

const recordChange = (
  { vault, tx }: Pick<Deps, 'vault'> & { tx: Tx },
  actor: Actor,
  act: Act['act'],
  { id, name }: Person,
  detail: string,
) => recordAct({ tx, vault }, actor, { act, record: `hours:${id}`, detail: `${name}. ${detail}` })

type Row = Omit<Tables['ownHours'], 'person' | 'revision'>

/** The lock is held, so nobody else writes. */
const saveRow = (tx: Tx, person: PersonResource, before: HoursOfPerson, change: Partial<Row>) => {
  const row = {
    week: before.week ? JSON.stringify(before.week) : null,
    isTheirs: before.isTheirs ? 1 : 0,
    allowed: JSON.stringify(before.allowed),
    ...change,
    revision: before.revision + 1,
  }
  return tx
    .insertInto('ownHours')
    .values({ person, ...row })
    .onConflict((conflict) => conflict.column('person').doUpdateSet(row))
    .execute()
}

/** What the person may change herself: her hours, and which of these services she gives. */
export const allowOwn = (
  { database, vault, booking, clinic }: Deps,
  actor: Actor,
  {
    person: resource,
    isTheirs,
    allowed,
    now,
  }: { person: PersonResource; isTheirs: boolean; allowed: string[]; now: number },
): Promise<HoursChanged> =>
  database.transaction(async (tx): Promise<HoursChanged> => {
    await lockOwnHours({ database, tx }, { shared: false })
    const person = actor.person === undefined ? findPerson({ booking }, actor, resource) : undefined
    if (!person) return { ok: false, reason: 'not-found' }
    const before = await findHoursOf(tx, resource, clinicDate(now, clinic.facts(now).timeZone))
    await saveRow(tx, resource, before, { isTheirs: isTheirs ? 1 : 0, allowed: JSON.stringify(allowed) })
    const detail = `May change: ${[isTheirs && 'hours', ...allowed].filter(Boolean).join(', ') || 'nothing'}.`
    await recordChange({ vault, tx }, actor, 'hours.allowed', person, detail)
    return { ok: true }
  })

const describeWeek = (week: WeekHours | undefined) =>
  week ? weekdays.map((day) => `${weekdayName(day)} ${describeHours(week[day])}`).join(', ') : 'as the clinic'

const describeDays = ({ firstDay, lastDay, hours }: Omit<OwnDays, 'id'>) =>
  [
    [...new Set([firstDay, lastDay])].map((day) => formatDayAndYear(Temporal.PlainDate.from(day))).join(' to '),
    hours ? describeHours([hours]) : 'away',
  ].join(': ')
