import { clinicDate } from '#app/domain/shared/clinic-time.ts'
import { fromRanges, type Passed } from './passed.ts'
import { wantsDay, wantsHours, type Wishes } from './wishes.ts'

type TrailEntry = { act: string; detail: string | null }

type Waiting = Pick<Wishes, 'weekdays' | 'lastDay' | 'fromTime' | 'untilTime'> & {
  minutes: number
  isWaiting: boolean
  person: Person
}

/** At one or more places. */
type Person = {
  /** Offers that ended. */
  asked: Span[]
  open: Span | undefined
}

type Span = { startsAt: number; endsAt: number }

/** What is wrong with an offer, and to which place of the list it was made. */
export type OrderFault = { place: number; fault: 'not-waiting' | 'unwanted' | 'skipped-silently' | Passed['reason'] }

/**
 * Goes through the acts of the waitlist in the audit trail, the oldest first, and finds offers that were not made in
 * order: everybody before on the list must have been passed over, for a reason that the trail itself proves. Only that
 * a time did not fit (its length, its practitioner, its room) is believed, as the trail does not say which service
 * somebody waits for. Who is at several places is one person.
 */
export function verifyOrder(trail: readonly TrailEntry[], timeZone: string) {
  const list = new Map<number, Waiting>()
  const people = new Map<number, Person>()
  const faults: OrderFault[] = []
  let offers = 0
  for (const { act, detail } of trail) {
    if (!act.startsWith('waitlist.')) continue
    const text = detail ?? ''
    const place = Number(/^place (\d+)/.exec(text)?.[1])
    const waiting = list.get(place)
    if (act === 'waitlist.joined' || act === 'waitlist.changed' || act === 'waitlist.removal-undone') {
      const firstPlace = Number(/same person as (\d+)/.exec(text)?.[1] ?? place)
      const person = people.get(firstPlace) ?? { asked: [], open: undefined }
      people.set(firstPlace, person)
      list.set(place, { ...readWishes(text), isWaiting: true, person })
    } else if (act === 'waitlist.offered') {
      offers += 1
      faults.push(...checkOffer(list, place, text, timeZone))
      if (waiting) waiting.person.open = readSpan('offered', text)
    } else if (waiting) {
      const { person } = waiting
      if (person.open && isEnd(act)) {
        if (act !== 'waitlist.withdrawn') person.asked.push(person.open)
        person.open = undefined
      }
      if (endsWaiting.includes(act)) waiting.isWaiting = false
    }
  }
  return { offers, faults }
}

const isEnd = (act: string) => /accepted|declined|expired|skipped|withdrawn/.test(act)
const endsWaiting = ['waitlist.accepted', 'waitlist.left', 'waitlist.removed', 'waitlist.paused', 'waitlist.ended']

function checkOffer(list: ReadonlyMap<number, Waiting>, place: number, text: string, timeZone: string): OrderFault[] {
  const waiting = list.get(place)
  if (!waiting?.isWaiting || waiting.person.open) return [{ place, fault: 'not-waiting' }]
  const offered = readSpan('offered', text)
  const freed = readSpan('freed', text)
  const day = clinicDate(freed.startsAt, timeZone)
  const isWanted = wantsDay(waiting, day) && wantsHours(waiting, offered, timeZone)
  if (!isWanted || waiting.person.asked.some((span) => touches(span, freed))) return [{ place, fault: 'unwanted' }]
  const reasons = readPassed(text)
  const faults: OrderFault[] = []
  for (const [before, other] of list) {
    if (before >= place || !other.isWaiting) continue
    const reason = reasons.get(before)
    if (reason === undefined) faults.push({ place: before, fault: 'skipped-silently' })
    else if (!isProven(reason, other, freed, timeZone)) faults.push({ place: before, fault: reason })
  }
  return faults
}

function isProven(reason: Passed['reason'], waiting: Waiting, freed: Span, timeZone: string) {
  // Every time that the freed one made possible lies within.
  const around = {
    startsAt: freed.startsAt - waiting.minutes * 60_000,
    endsAt: freed.endsAt + waiting.minutes * 60_000,
  }
  if (reason === 'offered') return waiting.person.open !== undefined
  if (reason === 'asked') return waiting.person.asked.some((span) => touches(span, freed))
  if (reason === 'day') return !wantsDay(waiting, clinicDate(freed.startsAt, timeZone))
  if (reason === 'hours') return !wantsHours(waiting, around, timeZone)
  return true
}

const touches = (one: Span, other: Span) => one.startsAt < other.endsAt && other.startsAt < one.endsAt

function readWishes(text: string) {
  const [, days = '', fromTime, untilTime, lastDay = '', minutes] =
    /days ([\d ]+|any), between (\S+) and (\S+), until (\S+), (\d+) minutes/.exec(text) ?? []
  return {
    weekdays: days === 'any' ? [] : days.split(' ').map(Number),
    ...{ fromTime, untilTime, lastDay },
    minutes: Number(minutes),
  }
}

function readSpan(what: 'freed' | 'offered', text: string): Span {
  const [, from = '', until = ''] = new RegExp(`${what} (\\S+) to ([^,\\s]+)`).exec(text) ?? []
  return {
    startsAt: Temporal.Instant.from(from).epochMilliseconds,
    endsAt: Temporal.Instant.from(until).epochMilliseconds,
  }
}

function readPassed(text: string) {
  const [, passed = ''] = /passed over: (.*)$/.exec(text) ?? []
  return new Map(
    passed.split('; ').flatMap((group) => {
      const [reason, ...ranges] = group.split(' ')
      return ranges.length === 0
        ? []
        : fromRanges(ranges.join(' ')).map((place) => [place, reason as Passed['reason']] as const)
    }),
  )
}
