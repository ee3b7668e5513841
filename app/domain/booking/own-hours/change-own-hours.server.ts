import { randomUUID } from 'node:crypto'
import type { Tables, Tx } from '#app/database/tables.ts'
import { type Act, recordAct, type ScopedActor } from '#app/domain/audit/audit.server.ts'
import { describeChange } from '#app/domain/audit/describe-change.ts'
import { weekdays } from '#app/domain/clinic/clinic.ts'
import { describeHours, openHoursOn, weekdayName } from '#app/domain/clinic/opening-hours.ts'
import type { WeekHours } from '#app/domain/clinic/sections.ts'
import { clinicDate, formatDayAndYear } from '#app/domain/shared/clinic-time.ts'
import { isInScope } from '#app/domain/shared/scope.ts'
import type { Appointment } from '#app/domain/booking/appointment.ts'
import { listUpcomingWith } from '#app/domain/booking/appointments.server.ts'
import type { BookingDeps } from '#app/domain/booking/deps.ts'
import { type OwnDays, type OwnHours, isAtWork, overlapDays, workHours } from './own-hours.ts'
import { findHoursOf, type HoursOfPerson, lockOwnHours, type PreviousHours } from './own-hours.server.ts'
import { listPeople, type Person } from '#app/domain/booking/service-needs.ts'
import { findOpened, offerLater } from '#app/domain/booking/waitlist/opened.server.ts'

type Deps = Pick<BookingDeps, 'database' | 'vault' | 'queue' | 'pages' | 'booking' | 'clinic'>
type PersonResource = Tables['ownHours']['person']

/** `revision`: with which the change can be undone; undefined if there was nothing to change. */
export type HoursChanged =
  | { ok: true; revision: number | undefined }
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
  actor: ScopedActor,
  { week, over, ...change }: Change & { week: WeekHours | undefined; over: number },
) =>
  changeHours(deps, actor, change, (before) => {
    if (before.revision !== over) return { ok: false, reason: 'changed-meanwhile' }
    const detail = describeChange(describeWeek(before.week), describeWeek(week))
    return { ok: true, after: { ...before, week }, detail }
  })

/** Days away, or with other hours. */
export const addOwnDays = (
  deps: Deps,
  actor: ScopedActor,
  { days, ...change }: Change & { days: Omit<OwnDays, 'id'> },
) =>
  changeHours(deps, actor, change, (before) => {
    if (before.days.some((other) => overlapDays(other, days))) return { ok: false, reason: 'overlapping-days' }
    if (before.days.length >= mostDays) return { ok: false, reason: 'too-many' }
    const after = { ...before, days: [...before.days, { id: randomUUID(), ...days }] }
    return { ok: true, after, detail: describeDays(days) }
  })

/** Removing them twice does nothing. */
export const removeOwnDays = (deps: Deps, actor: ScopedActor, { id, ...change }: Change & { id: string }) =>
  changeHours(deps, actor, change, (before) => {
    const days = before.days.find((one) => one.id === id)
    const after = { ...before, days: before.days.filter((one) => one !== days) }
    return { ok: true, after, detail: days && `Removed: ${describeDays(days)}` }
  })

/** Takes back the change that made this revision, unless there was another one since. */
export const undoOwnHours = (deps: Deps, actor: ScopedActor, { revision, ...change }: Change & { revision: number }) =>
  changeHours(deps, actor, change, ({ previous, ...before }, today) => {
    if (before.revision !== revision || !previous) return { ok: false, reason: 'changed-meanwhile' }
    // Days that passed since are no longer among those before.
    const days = previous.days.filter(({ lastDay }) => lastDay >= today.toString())
    return { ok: true, after: { week: previous.week, days }, detail: `Undone: ${previous.change}` }
  })

type Wished =
  | { ok: true; after: OwnHours; detail: string | undefined }
  | Exclude<HoursChanged, { ok: true } | { reason: 'overlap' }>

async function changeHours(
  deps: Deps,
  actor: ScopedActor,
  { person: resource, anyway, now }: Change,
  wish: (before: HoursOfPerson, today: Temporal.PlainDate) => Wished,
): Promise<HoursChanged> {
  const { database, vault, pages, clinic } = deps
  const facts = clinic.facts(now)
  const today = clinicDate(now, facts.timeZone)
  return database.transaction(async (tx): Promise<HoursChanged> => {
    await lockOwnHours({ database, tx }, { shared: false })
    const person = findPerson(deps, actor, resource)
    if (!person) return { ok: false, reason: 'not-found' }
    const before = await findHoursOf(tx, resource, today)
    if (actor.scope !== 'everything' && !before.isTheirs) return { ok: false, reason: 'not-allowed' }
    const wished = wish(before, today)
    if (!wished.ok) return wished
    const { after, detail } = wished
    if (detail === undefined) return { ok: true, revision: undefined }
    const appointments = (await listUpcomingWith(tx, [resource], now))
      .filter((one) => isAtWork(facts, person, before, one))
      .filter((one) => !isAtWork(facts, person, after, one))
    if (appointments.length > 0 && !anyway) return { ok: false, reason: 'overlap', appointments }
    await saveDays(tx, resource, before, after)
    const previous: PreviousHours = { week: before.week, days: before.days, change: detail }
    const revision = await saveRow(tx, resource, { ...before, week: after.week, previous })
    const hoursOn = (hours: OwnHours) => (day: Temporal.PlainDate) =>
      workHours(openHoursOn(facts, day), person, hours, day)
    await offerLater(
      deps,
      tx,
      findOpened(deps, [resource], { before: hoursOn(before), after: hoursOn(after), now }),
      now,
    )
    await pages.purge(tx, 'booking')
    await recordChange({ vault, tx }, actor, 'hours.changed', person, detail)
    return { ok: true, revision }
  })
}

/** Days have ids, so what differs is what was added and removed. */
async function saveDays(tx: Tx, person: PersonResource, before: OwnHours, after: OwnHours) {
  const without = (days: readonly OwnDays[], others: readonly OwnDays[]) =>
    days.filter(({ id }) => !others.some((other) => other.id === id))
  const removed = without(before.days, after.days).map(({ id }) => id)
  const added = without(after.days, before.days)
  if (removed.length > 0) await tx.deleteFrom('ownDays').where('id', 'in', removed).execute()
  if (added.length > 0)
    await tx
      .insertInto('ownDays')
      .values(added.map(({ hours, ...days }) => ({ ...days, person, hours: JSON.stringify(hours) })))
      .execute()
}

const findPerson = ({ booking }: Pick<Deps, 'booking'>, actor: ScopedActor, resource: PersonResource) =>
  isInScope(actor.scope, { person: resource })
    ? listPeople(booking).find((one) => one.resource === resource && one.name !== undefined)
    : undefined

const recordChange = (
  { vault, tx }: Pick<Deps, 'vault'> & { tx: Tx },
  actor: ScopedActor,
  act: Act['act'],
  { id, name }: Person,
  detail: string,
) => recordAct({ tx, vault }, actor, { act, record: `hours:${id}`, detail: `${name}. ${detail}` })

/** The lock is held, so nobody else writes. */
async function saveRow(tx: Tx, person: PersonResource, hours: Omit<HoursOfPerson, 'days'>) {
  const revision = hours.revision + 1
  const row = {
    week: hours.week ? JSON.stringify(hours.week) : null,
    isTheirs: hours.isTheirs ? 1 : 0,
    allowed: JSON.stringify(hours.allowed),
    revision,
    previous: hours.previous ? JSON.stringify(hours.previous) : null,
  }
  await tx
    .insertInto('ownHours')
    .values({ person, ...row })
    .onConflict((conflict) => conflict.column('person').doUpdateSet(row))
    .execute()
  return revision
}

/** What a person may change herself: her hours, and which of these services she gives. */
export type Allowance = { isTheirs: boolean; allowed: readonly string[] }

export const allowOwn = (
  { database, vault, booking, clinic }: Deps,
  actor: ScopedActor,
  { person: resource, isTheirs, allowed, now }: Allowance & { person: PersonResource; now: number },
): Promise<{ ok: true; before: Allowance } | { ok: false; reason: 'not-found' }> =>
  database.transaction(async (tx) => {
    await lockOwnHours({ database, tx }, { shared: false })
    const person = actor.scope === 'everything' ? findPerson({ booking }, actor, resource) : undefined
    if (!person) return { ok: false, reason: 'not-found' } as const
    const before = await findHoursOf(tx, resource, clinicDate(now, clinic.facts(now).timeZone))
    await saveRow(tx, resource, { ...before, isTheirs, allowed, previous: undefined })
    const detail = `May change: ${[isTheirs && 'hours', ...allowed].filter(Boolean).join(', ') || 'nothing'}.`
    await recordChange({ vault, tx }, actor, 'hours.allowed', person, detail)
    return { ok: true, before } as const
  })

const describeWeek = (week: WeekHours | undefined) =>
  week ? weekdays.map((day) => `${weekdayName(day)} ${describeHours(week[day])}`).join(', ') : 'as the clinic'

const describeDays = ({ firstDay, lastDay, hours }: Omit<OwnDays, 'id'>) =>
  [
    [...new Set([firstDay, lastDay])].map((day) => formatDayAndYear(Temporal.PlainDate.from(day))).join(' to '),
    hours.length > 0 ? describeHours(hours) : 'away',
  ].join(': ')
