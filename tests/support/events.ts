import type { Insertable } from 'kysely'
import type { Database } from '#app/database/connection.server.ts'
import type { Tables } from '#app/database/tables.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { type CountKind, createDailyCounts } from '#app/domain/insights/daily-counts.server.ts'
import { clinicDate, clinicDayStart } from '#app/domain/shared/clinic-time.ts'

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
