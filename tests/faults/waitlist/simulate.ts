import type { Database } from '#app/database/connection.server.ts'
import { bookByTelephone } from '#app/domain/booking/book-by-telephone.server.ts'
import { cancelAppointment, releaseHour } from '#app/domain/booking/cancel-appointment.server.ts'
import type { BookingDeps } from '#app/domain/booking/deps.ts'
import { findOpenTimes } from '#app/domain/booking/availability.server.ts'
import { joinWaitlist, findEntry } from '#app/domain/booking/waitlist/entries.server.ts'
import { endOldEntries } from '#app/domain/booking/waitlist/person-data.server.ts'
import { acceptOffer, expireOffer, leaveWaitlist, passOn } from '#app/domain/booking/waitlist/offers.server.ts'
import { verifyOrder } from '#app/domain/booking/waitlist/verify-order.ts'
import { weekdays } from '#app/domain/clinic/clinic.ts'
import type { WeekHours } from '#app/domain/clinic/sections.ts'
import { clinicDate } from '#app/domain/shared/clinic-time.ts'

import { at, bookingDeps } from '#tests/support/booking.ts'
import type { Chance } from '#tests/faults/chance.ts'

const timeZone = 'America/Chicago'
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const desk = { who: 'desk', from: 'here', scope: 'everything' as const }

/** The hours of every day, so close that nothing else fits between them. */
const starts = ['09:00', '10:30', '12:00', '13:30', '15:00']
const hours = Object.fromEntries(weekdays.map((name) => [name, [{ opens: '09:00', closes: '16:00' }]])) as WeekHours

/** At one of their places. */
type Person = {
  id: string
  place: number
  n: number
  weekdays: number[]
  fromTime: string | undefined
  untilTime: string | undefined
  isWaiting: boolean
  silent: number
  /** At any of their places. */
  asked: Set<number>
}

export type Simulated = { counts: Record<string, number>; violations: string[] }

/**
 * People join a waitlist, some of them several times, and leave it while appointments are canceled, offers are accepted, declined, skipped or left
 * unanswered, and the clock jumps. A simple model of the list says after each step who must hold which hour. `tamper` breaks the list, which must be found.
 */
export async function simulateWaitlist(
  database: Database,
  chance: Chance,
  { cancellations, tamper }: { cancellations: number; tamper?: () => Promise<unknown> },
): Promise<Simulated> {
  const usual = bookingDeps(database)
  const clinic: BookingDeps['clinic'] = { facts: (now) => ({ ...usual.clinic.facts(now), hours }) }
  const deps: BookingDeps = { ...usual, clinic }
  const below = (many: number) => Math.floor(chance.next() * many)
  const people: Person[] = []
  /** By when each hour begins: the appointment, or the offer and its person. */
  const booked = new Map<number, string>()
  const out = new Map<number, { offerId: string; person: Person; until: number }>()
  const violations: string[] = []
  const counts = {
    cancellations: 0,
    offers: 0,
    accepted: 0,
    declined: 0,
    silent: 0,
    skipped: 0,
    public: 0,
    'clock jumps': 0,
    'further places': 0,
  }
  let now = at('2026-05-04T08:00')
  let filledUntil = clinicDate(now, timeZone).add({ days: 1 })

  for (; counts.cancellations < cancellations && violations.length === 0;) {
    await fillDays()
    while (people.filter(({ isWaiting }) => isWaiting).length < 25) await join()
    await tamper?.()
    await cancelOne()
    for (let steps = below(4); steps > 0 && violations.length === 0; steps -= 1) await act()
    if (counts.cancellations % 50 === 0) await forgetDone()
  }
  const trail = await database.db.selectFrom('auditEntries').select(['act', 'detail']).orderBy('sequence').execute()
  const verified = verifyOrder(trail, timeZone)
  violations.push(
    ...verified.faults.map(({ place, fault }) => `the trail does not prove the order: place ${place}, ${fault}`),
  )
  if (verified.offers !== counts.offers) violations.push(`the trail has ${verified.offers} offers of ${counts.offers}`)
  return { counts: { ...counts, people: people.length }, violations }

  /** Books every hour of the next three weeks. */
  async function fillDays() {
    const last = clinicDate(now, timeZone).add({ days: 21 })
    for (; Temporal.PlainDate.compare(filledUntil, last) <= 0; filledUntil = filledUntil.add({ days: 1 }))
      for (const start of starts) await book(at(`${filledUntil.toString()}T${start}`))
  }

  async function book(startsAt: number) {
    const patient = { name: 'Somebody', phone: '(205) 555-0100' }
    const made = await bookByTelephone(deps, desk, { patient, serviceId: 'general', startsAt, now } as never)
    if (made.ok) booked.set(startsAt, made.id)
    return made.ok
  }

  async function join() {
    const weekdaysOf = below(2) === 0 ? [] : [1, 2, 3, 4, 5, 6, 7].filter(() => below(2) === 0)
    const [fromTime, untilTime] = chance.oneOf([
      [undefined, undefined],
      ['09:00', '12:00'],
      ['12:00', '16:00'],
      ['10:00', undefined],
    ] as const)
    // One in four wants something else as well.
    const known = below(4) === 0 ? people.findLast(({ isWaiting }) => isWaiting) : undefined
    const n = known?.n ?? people.length
    const contact = { name: `Person ${n}`, email: `w${n}@example.com`, phone: `(205) 555-${1000 + (n % 9000)}` }
    const wishes = {
      serviceIds: ['general'],
      person: undefined,
      weekdays: weekdaysOf,
      fromTime,
      untilTime,
      lastDay: '2099-12-31',
    }
    const joined = await joinWaitlist(deps, { contact, wishes }, { now })
    if (!joined.ok) throw new Error('nobody can join')
    const same = people.find(({ id }) => id === joined.id)
    if (same) {
      Object.assign(same, { isWaiting: true, silent: 0 })
      return
    }
    const { place } = (await findEntry(database.db, joined.id))!
    if (known) counts['further places'] += 1
    people.push({
      id: joined.id,
      place,
      n,
      weekdays: weekdaysOf,
      fromTime,
      untilTime,
      isWaiting: true,
      silent: 0,
      asked: people.find((person) => person.n === n)?.asked ?? new Set(),
    })
  }

  async function cancelOne() {
    const ahead = [...booked].filter(([startsAt]) => startsAt > now + (below(5) === 0 ? 5 * hour : 2 * day))
    if (ahead.length === 0) {
      now += hour
      return
    }
    const [startsAt, id] = chance.oneOf(ahead)
    counts.cancellations += 1
    await cancelAppointment(deps, 'patient', { id, now })
    now += 3 * minute
    booked.delete(startsAt)
    // A visitor asks for the hour in the moment in which it is released.
    const [, wasBooked] = await Promise.all([releaseHour(deps, id, now), below(3) === 0 && book(startsAt)])
    await expectNext(startsAt, wasBooked)
  }

  /** Whoever is first of those who want it has the hour now; if nobody does, a visitor books it. */
  async function expectNext(startsAt: number, wasBooked = false) {
    const first = people.find((person) => person.isWaiting && wants(person, startsAt))
    const offer = await offerAt(startsAt)
    const person = people.find(({ id }) => id === offer?.entryId)
    if (offer && person) {
      counts.offers += 1
      out.set(startsAt, { offerId: offer.id, person, until: offer.until })
      if (person !== first) violations.push(`place ${person.place} was asked instead of ${first?.place}`)
      if (offer.until <= now || offer.until > startsAt - 4 * hour)
        violations.push('an offer is held too long or not at all')
    } else if (first && startsAt - now > 18 * hour)
      violations.push(`nobody was asked, although place ${first.place} wants ${new Date(startsAt).toISOString()}`)
    if (offer && wasBooked) violations.push('an hour was booked and offered')
    await checkPublic(startsAt)
    if (offer || wasBooked) return
    counts.public += 1
    if (startsAt > now && !(await book(startsAt))) violations.push('nobody wants an hour, and it cannot be booked')
  }

  function wants(person: Person, startsAt: number) {
    const moment = Temporal.Instant.fromEpochMilliseconds(startsAt).toZonedDateTimeISO(timeZone)
    const clock = (one: Temporal.ZonedDateTime) => one.toPlainTime().toString().slice(0, 5)
    return (
      ![...out.values()].some((offer) => offer.person.n === person.n) &&
      !person.asked.has(startsAt) &&
      (person.weekdays.length === 0 || person.weekdays.includes(moment.dayOfWeek)) &&
      (person.fromTime ?? '00:00') <= clock(moment) &&
      clock(moment.add({ hours: 1 })) <= (person.untilTime ?? '24:00')
    )
  }

  function offerAt(startsAt: number) {
    return database.db
      .selectFrom('waitlistOffers')
      .select(['id', 'entryId', 'until'])
      .where('startsAt', '=', startsAt)
      .where('state', '=', 'open')
      .executeTakeFirst()
  }

  /** What is held for somebody is on the website for nobody, and reserved once. */
  async function checkPublic(startsAt: number) {
    const on = clinicDate(startsAt, timeZone)
    const [open] = await findOpenTimes(
      { ...deps, db: database.db },
      { serviceId: 'general', now },
      { first: on, last: on },
    )
    for (const time of open?.times ?? [])
      for (const held of [...out.keys(), ...booked.keys()])
        if (time.startsAt < held + hour && held < time.endsAt) violations.push('an hour that is held is on the website')
  }

  async function act() {
    const offers = [...out.entries()]
    const kind = below(10)
    if (kind === 0) return jump()
    if (kind === 1) return leave()
    if (offers.length === 0 || kind === 2) return expireDue(minute * below(40))
    const [startsAt, offer] = chance.oneOf(offers)
    if (kind < 6) return accept(startsAt, offer)
    if (kind === 8) {
      // The job that ends it is late.
      now = Math.max(now, offer.until)
      return accept(startsAt, offer)
    }
    if (kind === 6) return skip(startsAt, offer)
    if (kind === 7) return expireDue(offer.until - now + 1)
    return decline(startsAt, offer)
  }

  type Out = { offerId: string; person: Person; until: number }

  /** Pressed twice, and perhaps by somebody to whom the email was forwarded; sometimes when the time is up. */
  async function accept(startsAt: number, { offerId, person, until }: Out) {
    const isLate = until <= now
    const both = await Promise.all([acceptOffer(deps, offerId, now), acceptOffer(deps, offerId, now)])
    const made = new Set(both.map((one) => (one.ok ? one.appointmentId : 'over')))
    if (made.size !== 1) violations.push('an offer accepted twice made two appointments')
    if (isLate !== made.has('over')) violations.push('an offer was accepted after its time, or refused before')
    if (isLate) return ended(startsAt, person, 'silent')
    counts.accepted += 1
    out.delete(startsAt)
    booked.set(startsAt, [...made][0]!)
    person.asked.add(startsAt)
    person.isWaiting = false
    await checkPublic(startsAt)
  }

  async function decline(startsAt: number, { offerId, person }: Out) {
    await passOn(deps, offerId, { by: 'patient', now })
    counts.declined += 1
    await ended(startsAt, person, 'declined')
  }

  async function skip(startsAt: number, { offerId, person }: Out) {
    await passOn(deps, offerId, { by: desk, why: 'called', now })
    counts.skipped += 1
    await ended(startsAt, person, 'skipped')
  }

  async function leave() {
    const person = chance.oneOf(people.filter(({ isWaiting }) => isWaiting))
    const held = [...out].find(([, offer]) => offer.person === person)
    await leaveWaitlist(deps, person.id, { now })
    person.isWaiting = false
    if (held) await ended(held[0], person, 'skipped')
  }

  async function ended(startsAt: number, person: Person, how: 'declined' | 'silent' | 'skipped') {
    const { offerId } = out.get(startsAt)!
    out.delete(startsAt)
    person.asked.add(startsAt)
    if (how === 'silent') {
      counts.silent += 1
      person.silent += 1
      if (person.silent === 3) person.isWaiting = false
    } else if (how === 'declined') person.silent = 0
    if ((await acceptOffer(deps, offerId, now)).ok) violations.push('an offer that was over was accepted')
    await expectNext(startsAt)
  }

  /** The jobs that are due, in their order. */
  async function expireDue(after: number) {
    now += Math.max(0, after)
    for (;;) {
      const [due] = [...out]
        .filter(([, { until }]) => until <= now)
        .toSorted((one, other) => one[1].until - other[1].until)
      if (!due) break
      const [startsAt, { offerId, person }] = due
      await expireOffer(deps, offerId, now)
      await ended(startsAt, person, 'silent')
      if (violations.length > 0) return
    }
    for (const startsAt of booked.keys()) if (startsAt <= now) booked.delete(startsAt)
  }

  /** Forward, and back again once what was due is done; or back, when nothing may be over yet. */
  async function jump() {
    counts['clock jumps'] += 1
    const by = below(10) * hour
    if (below(2) === 0) {
      await expireDue(by)
      now -= by
    } else {
      await expireDue(0)
      now -= by
      for (const { offerId } of out.values()) await expireOffer(deps, offerId, now)
      now += by
    }
  }

  /** What a site of months would have sent and done long ago. */
  async function forgetDone() {
    for (const table of ['emails', 'jobs'] as const) await database.db.deleteFrom(table).execute()
    await endOldEntries(deps, now)
  }
}
