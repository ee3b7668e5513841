import { clinicTimeZone, contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { openHoursOn } from '#app/domain/clinic/opening-hours.ts'
import type { Counted } from '#app/domain/insights/count.server.ts'
import type { PeriodName } from '#app/domain/insights/period.ts'
import type { Insertable } from 'kysely'
import type { Database } from '#app/database/connection.server.ts'
import type { Tables } from '#app/database/tables.ts'
import { type CountKind, createDailyCounts } from '#app/domain/insights/daily-counts.server.ts'
import { clinicDate, clinicDayStart } from '#app/domain/shared/clinic-time.ts'

// The figures of Insights once more, by a program that shares no code with it: no SQL, no intervals, one row after the
// other, and opening hours minute by minute.

type Recounted = {
  held: number[]
  before: number
  outcomes: Record<string, number>
  lead: number[]
  patients: Record<'first' | 'returning' | 'unknown', number>
  products: Record<string, { orders: number; cents: number }>
  counts: Record<string, Record<string, number>>
  newsletters: string[]
  failedEmails: Record<string, number>
  /** By '1 9', Monday at nine. */
  fill: Record<string, { openMinutes: number; takenMinutes: number; appointments: number }>
}

const sizes = { '4-weeks': 4, '13-weeks': 13, '1-year': 12 } as const
const heldStates = ['confirmed', 'completed', 'no-show']
const bufferMinutes = 15

export function recount(events: Events, name: PeriodName, now: number): Recounted {
  const local = (at: number) => Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(clinicTimeZone)
  const unit = name === '1-year' ? 'month' : 'week'
  const size = sizes[name]
  const keys = new Map<number, string>()
  /** '2026-11' or '2026-11-23', the Monday. */
  const keyOf = (at: number) =>
    keys.getOrInsertComputed(at, () => {
      const day = local(at).toPlainDate()
      return unit === 'month' ? day.toString().slice(0, 7) : day.subtract({ days: day.dayOfWeek % 7 }).toString()
    })
  const keysBack = (first: number, count: number) =>
    Array.from({ length: count }, (_, index) =>
      keyOf(local(now).subtract({ [`${unit}s`]: first - index }).epochMilliseconds),
    )
  const parts = keysBack(size - 1, size)
  const partsBefore = keysBack(2 * size - 1, size)
  const isIn = (at: number) => at < now && parts.includes(keyOf(at))
  const endBefore = local(now).subtract({ [`${unit}s`]: size }).epochMilliseconds

  const result: Recounted = {
    held: parts.map(() => 0),
    before: 0,
    outcomes: { kept: 0, 'no-show': 0, canceled: 0, 'canceled-late': 0 },
    lead: [0, 0, 0, 0, 0, 0],
    patients: { first: 0, returning: 0, unknown: 0 },
    products: {},
    counts: { source: {}, campaign: {}, search: {} },
    newsletters: [],
    failedEmails: {},
    fill: {},
  }
  const earlier = new Set<string>()
  const byStart = Map.groupBy(
    events.appointments.toSorted((a, b) => a.startsAt - b.startsAt),
    ({ startsAt }) => startsAt,
  )
  const openMinutes = new Map<string, Set<number>>()
  const firstDay = parts[0]!.length === 7 ? `${parts[0]}-01` : parts[0]!
  const facts = contentFacts(Temporal.PlainDate.from(firstDay).toZonedDateTime(clinicTimeZone).epochMilliseconds)
  for (
    let day = Temporal.PlainDate.from(firstDay);
    day.toString() <= local(now).toPlainDate().toString();
    day = day.add({ days: 1 })
  ) {
    const open = new Set<number>()
    const end = day.equals(local(now).toPlainDate()) ? local(now).hour * 60 + local(now).minute : 24 * 60
    for (const { opens, closes } of openHoursOn(facts, day))
      for (let minute = toMinute(opens); minute < Math.min(toMinute(closes), end); minute += 1) {
        open.add(minute)
        cellOf(result, day.dayOfWeek, minute).openMinutes += 1
      }
    openMinutes.set(day.toString(), open)
  }

  for (const [startsAt, appointments] of byStart) {
    for (const { state, endsAt, bookedAt, email, phoneDigits, cancelledLate } of appointments) {
      const isHeld = heldStates.includes(state)
      if (isHeld && startsAt < endBefore && partsBefore.includes(keyOf(startsAt))) result.before += 1
      if (!isIn(startsAt)) continue
      if (state === 'cancelled') result.outcomes[cancelledLate ? 'canceled-late' : 'canceled']! += 1
      if (!isHeld) continue
      result.held[parts.indexOf(keyOf(startsAt))]! += 1
      result.outcomes[state === 'no-show' ? 'no-show' : 'kept']! += 1
      const days = (startsAt - bookedAt) / 86_400_000
      result.lead[days < 1 ? 0 : days < 3 ? 1 : days < 7 ? 2 : days < 14 ? 3 : days < 28 ? 4 : 5]! += 1
      const known = [email, phoneDigits].filter((key) => key !== '')
      const isKnown = known.some((key) => earlier.has(key))
      result.patients[known.length === 0 ? 'unknown' : isKnown ? 'returning' : 'first'] += 1
      const start = local(startsAt)
      const open = openMinutes.get(start.toPlainDate().toString())
      const touched = new Set<ReturnType<typeof cellOf>>()
      const first = start.hour * 60 + start.minute
      for (let minute = first; minute < first + (endsAt - startsAt) / 60_000 + bufferMinutes; minute += 1) {
        if (!open?.has(minute)) continue
        const cell = cellOf(result, start.dayOfWeek, minute)
        cell.takenMinutes += 1
        touched.add(cell)
      }
      for (const cell of touched) cell.appointments += 1
    }
    for (const { state, email, phoneDigits } of appointments)
      if (heldStates.includes(state)) for (const key of [email, phoneDigits]) if (key !== '') earlier.add(key)
  }

  const counted = new Set(
    events.orders.filter(({ placedAt, status }) => status !== 'cancelled' && isIn(placedAt)).map(({ id }) => id),
  )
  const linesByProduct = Map.groupBy(
    events.orderLines.filter(({ orderId }) => counted.has(orderId)),
    ({ productId }) => productId,
  )
  for (const [product, lines] of linesByProduct)
    result.products[product] = {
      orders: new Set(lines.map(({ orderId }) => orderId)).size,
      cents: lines.reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0),
    }
  for (const { kind, name: counter, at } of events.visits)
    if (isIn(at)) {
      const sums = result.counts[kind]!
      sums[counter] = (sums[counter] ?? 0) + 1
    }
  result.newsletters = events.campaigns
    .filter(({ startedAt }) => isIn(startedAt ?? 0))
    .map(({ id }) => id)
    .toSorted()
  for (const { kind, state, createdAt } of events.emails)
    if (state === 'failed' && isIn(createdAt)) result.failedEmails[kind] = (result.failedEmails[kind] ?? 0) + 1
  return result
}

function cellOf({ fill }: Recounted, weekday: number, minute: number) {
  return (fill[`${weekday} ${Math.floor(minute / 60)}`] ??= { openMinutes: 0, takenMinutes: 0, appointments: 0 })
}

const toMinute = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/** What Insights counted, in the shape of the recount. */
export const toRecounted = ({
  fill,
  products,
  sources,
  campaigns,
  searches,
  newsletters,
  failedEmails,
  ...same
}: Counted) =>
  ({
    ...same,
    products: Object.fromEntries(products.map(({ productId, orders, cents }) => [productId, { orders, cents }])),
    counts: { source: toSums(sources), campaign: toSums(campaigns), search: toSums(searches) },
    newsletters: newsletters.map(({ id }) => id).toSorted(),
    failedEmails: Object.fromEntries(failedEmails.map(({ kind, count }) => [kind, count])),
    fill: Object.fromEntries(
      fill.map(({ weekday, hour, openMs, takenMs, appointments }) => [
        `${weekday} ${hour}`,
        { openMinutes: openMs / 60_000, takenMinutes: takenMs / 60_000, appointments },
      ]),
    ),
  }) satisfies Recounted

const toSums = (rows: { name: string; count: number }[]) =>
  Object.fromEntries(rows.map(({ name, count }) => [name, count]))

/** What Insights counts. */
export type Events = {
  appointments: Insertable<Tables['appointments']>[]
  orders: Insertable<Tables['orders']>[]
  orderLines: Insertable<Tables['orderLines']>[]
  emails: Insertable<Tables['emails']>[]
  campaigns: Insertable<Tables['campaigns']>[]
  /** Visits and searches, which are stored as counts only. */
  visits: { kind: CountKind; name: string; at: number }[]
}

type EventOptions = {
  seed: number
  now: number
  /** Before now. */
  days: number
  appointments: number
  orders: number
  emails: number
  visits: number
}

const states = ['confirmed', 'completed', 'completed', 'completed', 'completed', 'cancelled', 'requested'] as const
const comingStates = ['confirmed', 'requested', 'cancelled'] as const
const products = ['triphala', 'ashwagandha', 'brahmi', 'tulsi', 'neem', 'rare']
const sources = ['direct', 'google.com', 'facebook.com', 'instagram.com', 'yelp.com', 'nextdoor.com']
const campaigns = ['newsletter / email / november', 'flyer']
const searches = ['acupuncture', 'insurance', 'gift card', 'parking lot']
const minute = 60_000

/** Made-up events, the same for the same seed. */
export function makeEvents({ seed, now, days, ...sizes }: EventOptions): Events {
  const random = createRandom(seed)
  const below = (count: number) => Math.floor(random() * count)
  const pick = <Value>(values: readonly Value[]) => values[below(values.length)]!
  const today = clinicDate(now, clinicTimeZone)
  const dayStarts = Array.from({ length: days + 8 }, (_, index) =>
    clinicDayStart(today.subtract({ days: days - index }), clinicTimeZone),
  )
  const anyMoment = () => now - (1 + Math.floor(random() ** 1.2 * days * 24 * 60)) * minute
  const events: Events = { appointments: [], orders: [], orderLines: [], emails: [], campaigns: [], visits: [] }
  const patients = Math.ceil(sizes.appointments / 4)

  for (let n = 0; n < sizes.appointments; n += 1) {
    const startsAt = pick(dayStarts) + (8 * 60 + below(20) * 30) * minute
    const isPast = startsAt < now
    const state = isPast ? (random() < 0.05 ? 'no-show' : pick(states)) : pick(comingStates)
    const patient = below(patients)
    const isErased = random() < 0.02
    const hasEmail = !isErased && random() < 0.9
    events.appointments.push({
      id: `appointment-${n}`,
      draftId: null,
      serviceId: 'general',
      state,
      startsAt,
      endsAt: startsAt + pick([30, 60, 60, 90]) * minute,
      person: 'person:clinic',
      room: null,
      name: isErased ? '' : 'Maya Thomas',
      email: hasEmail ? `p${patient}@example.com` : '',
      phone: '',
      phoneDigits: isErased ? '' : `205${patient}`,
      health: null,
      healthKept: 0,
      bookedAt: startsAt - Math.floor(random() ** 2 * 45 * 24 * 60 - 60) * minute,
      cancelledFrom: null,
      undoUntil: null,
      cancelledLate: state === 'cancelled' && random() < 0.3 ? 1 : null,
      revision: 0,
      linkVersion: 1,
    })
  }
  for (let n = 0; n < sizes.orders; n += 1) {
    const lines = Array.from({ length: 1 + below(3) }, (_, position) => {
      const product = products[Math.floor(random() ** 2 * products.length)]!
      return { orderId: `order-${n}`, position, productId: product, name: `Product ${product}`, supplement: 0 }
    }).map((line) => ({ ...line, priceCents: 500 + below(40) * 100, quantity: 1 + below(3) }))
    events.orderLines.push(...lines)
    events.orders.push({
      id: `order-${n}`,
      number: `N${n}`,
      cartId: `cart-${n}`,
      accountId: null,
      status: pick(['new', 'confirmed', 'ready', 'completed', 'cancelled']),
      name: 'Maya Thomas',
      email: 'maya@example.com',
      phone: null,
      note: null,
      totalCents: lines.reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0),
      placedAt: anyMoment(),
    })
  }
  for (let n = 0; n < sizes.emails; n += 1)
    events.emails.push({
      id: `email-${n}`,
      kind: pick(['order-confirmation', 'appointment', 'contact-message']),
      ids: '{}',
      recipient: 'maya@example.com',
      messageId: `<${n}@clinic.example>`,
      state: random() < 0.03 ? 'failed' : 'sent',
      createdAt: anyMoment(),
    })
  for (let n = 0; n < 6; n += 1)
    events.campaigns.push({
      id: `campaign-${n}`,
      url: 'https://www.example.com/',
      subject: `Newsletter ${n}`,
      state: 'done',
      recipients: 45,
      sent: 30 + below(10),
      failed: below(12),
      createdAt: 1,
      startedAt: anyMoment(),
      endedAt: now,
    })
  for (let n = 0; n < sizes.visits; n += 1) {
    const kind = pick(['source', 'source', 'source', 'campaign', 'search'] as const)
    const names = { source: sources, campaign: campaigns, search: searches }[kind]
    events.visits.push({ kind, name: names[Math.floor(random() ** 2 * names.length)]!, at: anyMoment() })
  }
  // As they are written: in the order in which they happen.
  events.appointments.sort((a, b) => a.bookedAt - b.bookedAt)
  events.orders.sort((a, b) => a.placedAt - b.placedAt)
  events.visits.sort((a, b) => a.at - b.at)
  events.emails.sort((a, b) => a.createdAt - b.createdAt)
  const orderOf = new Map(events.orders.map(({ id }, index) => [id, index]))
  events.orderLines.sort((a, b) => orderOf.get(a.orderId)! - orderOf.get(b.orderId)! || a.position - b.position)
  return events
}

/** SQLite allows 32,766 values in a statement. */
const atOnce = 1_000

export async function insertEvents(database: Pick<Database, 'transaction'>, { visits, ...tables }: Events) {
  for (const table of Object.keys(tables) as (keyof typeof tables)[]) {
    const rows = tables[table]
    for (let next = 0; next < rows.length; next += atOnce)
      await database.transaction((tx) =>
        tx
          .insertInto(table)
          .values(rows.slice(next, next + atOnce))
          .execute(),
      )
  }
  const counts = createDailyCounts({ database })
  for (const [index, { kind, name, at }] of visits.entries()) {
    counts.count(kind, name, at)
    // Before too many days wait.
    if (index % atOnce === 0) await counts.flush()
  }
  await counts.flush()
}

/** Numbers from 0 to below 1 (mulberry32). */
function createRandom(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
