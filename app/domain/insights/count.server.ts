import type { Db } from '#app/database/tables.ts'
import {
  type AppointmentCount,
  countAppointments,
  countByDaysAhead,
  countErasedAppointments,
  countFirstAppointments,
  countHeldAppointments,
  isHeld,
  listBlockedTimes,
} from '#app/domain/booking/appointment-counts.server.ts'
import type { BookingContent } from '#app/domain/booking/booking-content.ts'
import { addFill, type FillCell, fillByHour } from '#app/domain/booking/fill.ts'
import { readOwnHours } from '#app/domain/booking/own-hours/own-hours.server.ts'
import { listPeople } from '#app/domain/booking/service-needs.ts'
import { clinicDate } from '#app/domain/shared/clinic-time.ts'
import { toClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import type { ClinicNow } from '#app/domain/clinic/clinic-now.server.ts'
import { listSentCampaigns } from '#app/domain/newsletter/campaigns.server.ts'
import { type ProductRevenue, sumRevenueByProduct } from '#app/domain/orders/revenue.server.ts'
import { countFailedByKind } from '#app/domain/outbox/failed-emails.server.ts'
import { sumDailyCounts } from './daily-counts.server.ts'
import { leadTimes } from './lead-times.ts'
import type { Interval, Period } from './period.ts'

export type CountDeps = {
  database: { db: Db }
  clinic: Pick<ClinicNow, 'saved'>
  booking: Pick<BookingContent, 'practitioners' | 'bufferMinutes'>
}

/** Every figure of the page, before small ones are hidden. Only `protect` may read it. */
export type Counted = Awaited<ReturnType<typeof countPeriod>>

const mostNewsletters = 12

/**
 * Counts the period's events. Each query covers one week or month, since SQLite answers within the process: one query
 * over a year would keep every other request waiting.
 */
export async function countPeriod({ database, clinic, booking }: CountDeps, period: Period) {
  const { db } = database
  const whole: Interval = { from: period.parts[0]!.from, until: period.parts.at(-1)!.until }
  const appointments: AppointmentCount[][] = []
  const lead = leadTimes.map(() => 0)
  // With the closures and holidays of that time; the facts of today have only the coming ones.
  const facts = toClinicFacts(clinic.saved(), whole.from)
  const blocked = await listBlockedTimes(db, whole)
  const own = await readOwnHours(
    db,
    listPeople(booking).map(({ resource }) => resource),
    { first: clinicDate(whole.from, facts.timeZone), last: clinicDate(whole.until, facts.timeZone) },
  )
  const fill: FillCell[][] = []
  const products = new Map<string, ProductRevenue>()
  for (const part of period.parts) {
    const counts = await countAppointments(db, part)
    appointments.push(counts)
    await yieldToEventLoop()
    fill.push(fillByHour({ clinic: facts, booking, taken: counts.filter(isHeld), blocked, own }, part))
    await yieldToEventLoop()
    addLeadTimes(lead, await countByDaysAhead(db, part))
    addRevenue(products, await sumRevenueByProduct(db, part))
    await yieldToEventLoop()
  }
  let before = 0
  for (const part of period.before) before += await countHeldAppointments(db, part)

  const all = appointments.flat()
  const held = all.filter(isHeld)
  const first = await countFirstAppointments(db, whole)
  await yieldToEventLoop()
  const unknown = await countErasedAppointments(db, whole)
  return {
    held: appointments.map((part) => sum(part.filter(isHeld))),
    before,
    outcomes: {
      kept: sum(held.filter(({ state }) => state !== 'no-show')),
      'no-show': sum(held.filter(({ state }) => state === 'no-show')),
      canceled: sum(all.filter(({ state, cancelledLate }) => state === 'cancelled' && !cancelledLate)),
      'canceled-late': sum(all.filter(({ state, cancelledLate }) => state === 'cancelled' && cancelledLate)),
    },
    fill: addFill(fill),
    lead,
    patients: { first, returning: sum(held) - first - unknown, unknown },
    products: [...products.values()],
    sources: await sumDailyCounts(db, 'source', period),
    campaigns: await sumDailyCounts(db, 'campaign', period),
    searches: await sumDailyCounts(db, 'search', period),
    newsletters: await listSentCampaigns({ db }, whole, mostNewsletters),
    failedEmails: await countFailedByKind({ db }, whole),
  }
}

const sum = (counts: readonly { count: number }[]) => counts.reduce((total, { count }) => total + count, 0)

function addLeadTimes(lead: number[], counts: Awaited<ReturnType<typeof countByDaysAhead>>) {
  for (const { days, count } of counts) {
    const index = leadTimes.findLastIndex(({ fromDays }) => days >= fromDays)
    lead[index]! += count
  }
}

function addRevenue(products: Map<string, ProductRevenue>, more: readonly ProductRevenue[]) {
  for (const { productId, name, orders, cents } of more) {
    const known = products.get(productId) ?? { orders: 0, cents: 0 }
    // The latest name.
    products.set(productId, { productId, name, orders: known.orders + orders, cents: known.cents + cents })
  }
}

const yieldToEventLoop = () => new Promise(setImmediate)
