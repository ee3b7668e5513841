import { randomUUID } from 'node:crypto'
import type { Tables, Tx } from '#app/database/tables.ts'
import { recordAct, type ScopedActor } from '#app/domain/audit/audit.server.ts'
import type { Weekday } from '#app/domain/clinic/clinic.ts'
import { weekdayName } from '#app/domain/clinic/opening-hours.ts'
import { clinicDate, clinicDayStart, formatClock, formatDayAndYear } from '#app/domain/shared/clinic-time.ts'
import type { Appointment } from '#app/domain/booking/appointment.ts'
import { bookableDays } from '#app/domain/booking/availability.server.ts'
import { toInterval } from './block-form.server.ts'
import { type Repeat, seriesDays } from './block-series.ts'
import {
  areInScope,
  type BlockResult,
  eraseBlock,
  insertBlock,
  listAppointmentsWithin,
  toFreed,
} from './blocks.server.ts'
import type { BusyInterval, Interval } from '#app/domain/booking/busy.ts'
import type { BookingDeps } from '#app/domain/booking/deps.ts'
import { type Resource, toResourceNames } from '#app/domain/booking/service-needs.ts'
import { withdrawOffers } from '#app/domain/booking/waitlist/offers.server.ts'
import { offerLater } from '#app/domain/booking/waitlist/opened.server.ts'

type Deps = Pick<BookingDeps, 'database' | 'vault' | 'pages' | 'booking' | 'clinic'>

export type NewSeries = {
  repeat: Repeat
  /** On the clinic's clock; without them whole days. */
  fromTime?: string | undefined
  untilTime?: string | undefined
  resources: Resource[]
  note?: string | undefined
}

type Row = Tables['blockSeries']

/** Blocks the same time again and again. Each one is a block of its own, which can be stretched or removed. */
export function blockSeries(
  deps: BookingDeps,
  actor: ScopedActor,
  { anyway, now, ...series }: NewSeries & { anyway: boolean; now: number },
): Promise<BlockResult | { ok: false; reason: 'no-day' }> {
  const { database, vault, pages, booking } = deps
  return database.transaction(async (tx): Promise<BlockResult | { ok: false; reason: 'no-day' }> => {
    const id = randomUUID()
    const { repeat, fromTime = null, untilTime = null, resources, note = null } = series
    const row: Row = {
      ...{ id, fromTime, untilTime, note },
      firstDay: repeat.firstDay.toString(),
      lastDay: repeat.lastDay?.toString() ?? null,
      everyWeeks: repeat.everyWeeks,
      weekdays: JSON.stringify(repeat.weekdays),
      resources: JSON.stringify(resources),
      coveredUntil: lastCovered(deps, now).toString(),
    }
    const intervals = toIntervals(deps, row, { first: repeat.firstDay, last: lastCovered(deps, now), now })
    if (intervals.length === 0) return { ok: false, reason: 'no-day' }
    await tx.insertInto('blockSeries').values(row).execute()
    for (const interval of intervals) await insertBlock({ database, tx }, { ...interval, resources, note, series: id })
    // The inserts waited for simultaneous bookings, so these are visible now.
    const appointments = anyway ? [] : await listOverlapping(tx, resources, intervals)
    if (appointments.length > 0) return database.refuse(tx, { ok: false, reason: 'overlap', appointments })
    for (const interval of intervals) await withdrawOffers(deps, tx, resources, interval, { by: actor, now })
    await pages.purge(tx, 'booking')
    const detail = describe(booking, row)
    await recordAct({ tx, vault }, actor, { act: 'block.repeated', record: `block:${id}`, detail })
    return { ok: true, id }
  })
}

/** Also days that become bookable before the next `extendSeries`, or with a somewhat longer horizon. */
const marginDays = 14

const lastCovered = ({ booking, clinic }: Pick<Deps, 'booking' | 'clinic'>, now: number) =>
  bookableDays({ booking, clinic }, { now }).last.add({ days: marginDays })

type Within = { first: Temporal.PlainDate; last: Temporal.PlainDate; now: number }

/** Clock times that are skipped when the clocks change take no time. */
const toIntervals = ({ clinic }: Pick<Deps, 'clinic'>, row: Row, { now, ...days }: Within): Interval[] =>
  seriesDays(toRepeat(row), days)
    .map((day) => toInterval(day, { fromTime: row.fromTime, untilTime: row.untilTime }, clinic.facts(now).timeZone))
    .filter(({ from, until }) => from < until && until > now)

const toRepeat = ({ firstDay, lastDay, everyWeeks, weekdays }: Row): Repeat => ({
  firstDay: Temporal.PlainDate.from(firstDay),
  lastDay: lastDay === null ? undefined : Temporal.PlainDate.from(lastDay),
  everyWeeks,
  weekdays: JSON.parse(weekdays) as Weekday[],
})

async function listOverlapping(tx: Tx, resources: readonly Resource[], intervals: readonly Interval[]) {
  const found = new Map<string, Appointment>()
  for (const interval of intervals)
    for (const appointment of await listAppointmentsWithin(tx, resources, interval))
      found.set(appointment.id, appointment)
  return [...found.values()]
}

/** Blocks the days that have become bookable since. A removed block stays removed, since no day is covered twice. */
export async function extendSeries(deps: Deps, now: number) {
  const { database, pages } = deps
  const last = lastCovered(deps, now)
  const due = await database.db
    .selectFrom('blockSeries')
    .select('id')
    .where('coveredUntil', '<', last.toString())
    .execute()
  for (const { id } of due)
    await database.transaction(async (tx) => {
      await lockSeries({ database, tx }, id)
      const row = await tx.selectFrom('blockSeries').selectAll().where('id', '=', id).executeTakeFirst()
      if (!row || row.coveredUntil >= last.toString()) return
      const first = Temporal.PlainDate.from(row.coveredUntil).add({ days: 1 })
      const intervals = toIntervals(deps, row, { first, last, now })
      const resources = JSON.parse(row.resources) as Resource[]
      for (const interval of intervals)
        await insertBlock({ database, tx }, { ...interval, resources, note: row.note, series: id })
      await tx.updateTable('blockSeries').set({ coveredUntil: last.toString() }).where('id', '=', id).execute()
      if (intervals.length > 0) await pages.purge(tx, 'booking')
    })
}

/** Of `extendSeries` and the end of a series, so that none adds blocks to one that has just ended. */
const lockSeries = ({ database, tx }: Pick<Deps, 'database'> & { tx: Tx }, id: string) =>
  database.takeAdvisoryLock(tx, `block series:${id}`)

/** Removes this block and all later ones of its series. Those before stay. A second press does nothing. */
export function endSeries(deps: BookingDeps, actor: ScopedActor, { id: blockId, now }: { id: string; now: number }) {
  const { database, vault, pages, booking, clinic } = deps
  return database.transaction(async (tx) => {
    const block = await tx
      .selectFrom('blocks')
      .innerJoin('blockSeries', 'blockSeries.id', 'blocks.series')
      .select(['blockSeries.id', 'blocks.fromAt'])
      .where('blocks.id', '=', blockId)
      .executeTakeFirst()
    if (!block) return
    await lockSeries({ database, tx }, block.id)
    const row = await tx.selectFrom('blockSeries').selectAll().where('id', '=', block.id).executeTakeFirstOrThrow()
    if (!areInScope(actor.scope, JSON.parse(row.resources) as Resource[])) return
    const day = clinicDate(block.fromAt, clinic.facts(block.fromAt).timeZone)
    // A block that was moved to another day belongs to the day on which it is now.
    const from = clinicDayStart(day, clinic.facts(block.fromAt).timeZone)
    const ended = await tx
      .selectFrom('blocks')
      .select('id')
      .where('series', '=', row.id)
      .where('fromAt', '>=', from)
      .orderBy('fromAt')
      .execute()
    const freed: BusyInterval[] = []
    for (const { id } of ended) {
      const erased = await eraseBlock({ database, tx }, id)
      if (erased) freed.push(...toFreed(erased))
    }
    await offerLater(deps, tx, freed, now)
    await tx
      .updateTable('blockSeries')
      .set({ lastDay: day.subtract({ days: 1 }).toString() })
      .where('id', '=', row.id)
      .execute()
    await pages.purge(tx, 'booking')
    const detail = `From ${formatDayAndYear(day)}. ${describe(booking, row)}`
    await recordAct({ tx, vault }, actor, { act: 'block.series-ended', record: `block:${row.id}`, detail })
  })
}

/** For the audit trail, without the note, which may name a person. */
function describe(
  booking: Deps['booking'],
  { weekdays, everyWeeks, firstDay, lastDay, fromTime, untilTime, resources }: Row,
) {
  const days = (JSON.parse(weekdays) as Weekday[]).map(weekdayName).join(', ')
  const times = [fromTime ?? '00:00', untilTime ?? '24:00'].map((time) =>
    time === '24:00' ? 'midnight' : formatClock(time),
  )
  const until = lastDay === null ? '' : ` to ${formatDayAndYear(Temporal.PlainDate.from(lastDay))}`
  return [
    everyWeeks === 1 ? 'Every week' : `Every ${everyWeeks} weeks`,
    `${days}, ${times.join(' to ')}`,
    `from ${formatDayAndYear(Temporal.PlainDate.from(firstDay))}${until}`,
    ...toResourceNames(booking, JSON.parse(resources) as Resource[]),
  ].join(', ')
}
