import type { OpenTime } from '#app/domain/booking/open-times.ts'
import type { Person } from '#app/domain/booking/service-needs.ts'
import type { PlanTemplate } from './plan-template.ts'

/** When one day of a plan is to take place, and with whom. */
export type PlanDay = { startsAt: number; personId: string }

export type ProposedDay = PlanDay & { endsAt: number }

/** 'spread': with a longer gap than the template has, because nothing else is free. */
export type ProposalKind = 'soonest' | 'same-hour' | 'other-hours' | 'later' | 'spread'

export type Proposal = { kind: ProposalKind; days: ProposedDay[] }

/**
 * The first day of the plan for which nothing is free in its turn, and what is free next: with the whole plan that has it,
 * if there is one. `isPastEnd`: its turn goes on after the last day that can be booked.
 */
export type FailingDay = {
  planDay: number
  near: { time: OpenTime; days: ProposedDay[] | undefined }[]
  isPastEnd: boolean
}

export type Proposals = { proposals: Proposal[]; failing: FailingDay | undefined }

export type Clock = (startsAt: number) => string

type Input = {
  template: Pick<PlanTemplate, 'samePerson' | 'days'>
  /** For each day of the plan: what is free for it on each day on which something can be given, in their order. */
  free: readonly (readonly OpenTime[])[][]
  /** '10:30' of a time. */
  clock: Clock
  part?: DayPart | undefined
}

export type DayPart = 'morning' | 'afternoon'

/** By how many days a gap may be longer than the template says, if nothing else is free. The clinic confirms such a plan. */
export const mostStretch = 5

/** Two or three complete proposals, the soonest first. Without any, the day that fails. */
export function proposePlans({ template, free, clock, part }: Input): Proposals {
  const find = (options: Omit<Search, 'template' | 'free'>) => findSequence({ template, free, ...options })
  const isIn = (wanted: DayPart | undefined) => (time: OpenTime) =>
    wanted === undefined || clock(time.startsAt) < '12:00' === (wanted === 'morning')
  const inPart = isIn(part)
  const soonest = find({ allows: inPart })
  if (!soonest) {
    const spread = find({ allows: inPart, stretch: mostStretch })
    return {
      proposals: spread ? [{ kind: 'spread', days: spread.days }] : [],
      failing: findFailing({ template, free, allows: inPart }),
    }
  }
  const first = soonest.days[0]!.startsAt
  const other: DayPart = clock(first) < '12:00' ? 'afternoon' : 'morning'
  const found: (Proposal | undefined)[] = [
    { kind: 'soonest', days: soonest.days },
    toProposal('same-hour', findSameHour()),
    part ? undefined : toProposal('other-hours', find({ allows: isIn(other) })),
    toProposal('later', find({ allows: inPart, from: soonest.index + weekOfDays })),
  ]
  return { proposals: distinct(found.filter((proposal) => proposal !== undefined)).slice(0, 3), failing: undefined }

  /** At the hour with which it is over soonest. */
  function findSameHour() {
    const hours = new Set(
      free[0]!
        .flat()
        .filter(inPart)
        .map(({ startsAt }) => clock(startsAt)),
    )
    const all = [...hours].map((hour) => find({ allows: ({ startsAt }) => clock(startsAt) === hour }))
    return all.filter((sequence) => sequence !== undefined).toSorted(byEnd)[0]
  }
}

/** Of days on which something can be given. */
const weekOfDays = 5

type Sequence = { days: ProposedDay[]; index: number }

const toProposal = (kind: ProposalKind, sequence: Sequence | undefined): Proposal | undefined =>
  sequence && { kind, days: sequence.days }

const endOf = ({ days }: Sequence) => days.at(-1)!.endsAt

const byEnd = (one: Sequence, other: Sequence) =>
  endOf(one) - endOf(other) || one.days[0]!.startsAt - other.days[0]!.startsAt

function distinct(proposals: Proposal[]) {
  const key = ({ days }: Proposal) => days.map(({ startsAt }) => startsAt).join(' ')
  return proposals.filter((proposal, index) => proposals.findIndex((other) => key(other) === key(proposal)) === index)
}

type Search = {
  /** A day of the plan, from 0, that is at this time. */
  fixed?: { place: number; startsAt: number }
  template: Input['template']
  free: Input['free']
  allows: (time: OpenTime) => boolean
  stretch?: number
  /** The first day of the range on which it may begin. */
  from?: number
}

/** The soonest way through all days; of those with one person throughout, the one that is over soonest. */
function findSequence({ allows, ...search }: Search): Sequence | undefined {
  if (!search.template.samePerson) return findPath({ ...search, allows })
  const people = new Set(search.free[0]!.flat().flatMap((time) => time.people.map(({ id }) => id)))
  return [...people]
    .map((id) => findPath({ ...search, allows: (time) => allows(time) && has(time, id), personId: id }))
    .filter((sequence) => sequence !== undefined)
    .toSorted(byEnd)[0]
}

const has = ({ people }: OpenTime, id: string) => people.some((person) => person.id === id)

/** From the last day to the first: from where the rest can be reached. */
function findPath({
  template: { days },
  free,
  allows,
  stretch = 0,
  from = 0,
  fixed,
  personId,
}: Search & { personId?: string }) {
  const allowed = onceFor(free, (times) => times.map((on) => on.filter(allows)))
  if (fixed)
    allowed[fixed.place] = allowed[fixed.place]!.map((on) => on.filter(({ startsAt }) => startsAt === fixed.startsAt))
  const isReachable: boolean[][] = []
  for (let place = days.length - 1; place >= 0; place -= 1) {
    const next = days[place + 1]
    isReachable[place] = allowed[place]!.map(
      (times, index) => times.length > 0 && (!next || nextIndex(place, index) !== undefined),
    )
  }
  function nextIndex(place: number, index: number) {
    const { least, most } = days[place + 1]!.gap
    for (let at = index + least; at <= index + most + stretch; at += 1) if (isReachable[place + 1]![at]) return at
    return undefined
  }
  const first = isReachable[0]!.findIndex((reachable, index) => reachable && index >= from)
  if (first < 0) return undefined
  const found: ProposedDay[] = []
  let before: string | undefined = personId
  for (let place = 0, index: number | undefined = first; index !== undefined; place += 1) {
    const time: OpenTime = allowed[place]![index]![0]!
    before = whoGives(time, before).id
    found.push({ startsAt: time.startsAt, endsAt: time.endsAt, personId: before })
    index = place + 1 < days.length ? nextIndex(place, index) : undefined
  }
  return { days: found, index: first }
}

/** Whoever gave the day before, if possible. */
const whoGives = ({ people }: OpenTime, before: string | undefined): Person =>
  people.find(({ id }) => id === before) ?? people[0]!

/** Days of one step share what is free: it is worked out once for them. */
function onceFor<Value extends object, Result>(values: readonly Value[], work: (value: Value) => Result): Result[] {
  const known = new Map<Value, Result>()
  return values.map((value) => {
    if (!known.has(value)) known.set(value, work(value))
    return known.get(value)!
  })
}

const mostNear = 6

/** Walks as far as it gets. */
function findFailing({ template, free, allows }: Search): FailingDay | undefined {
  const { days } = template
  let reached = new Set([-1])
  for (const [place, { gap }] of days.entries()) {
    const isInTurn = (index: number) =>
      place === 0 || [...reached].some((before) => index >= before + gap.least && index <= before + gap.most)
    const open = free[place]!.map((times) => times.filter(allows))
    const next = new Set(open.flatMap((times, index) => (times.length > 0 && isInTurn(index) ? [index] : [])))
    if (next.size === 0) {
      const soonest = Math.min(...reached) + (place === 0 ? 1 : gap.least)
      const near = open.flatMap((times, index) => (index >= soonest ? times.slice(0, 1) : []))
      const toNear = (time: OpenTime) => {
        const fixed = { place, startsAt: time.startsAt }
        return { time, days: findSequence({ template, free, allows, stretch: mostStretch, fixed })?.days }
      }
      const latest = place === 0 ? 0 : Math.max(...reached) + gap.most
      const isPastEnd = near.length === 0 && latest >= open.length
      return { planDay: place + 1, near: near.slice(0, mostNear).map(toNear), isPastEnd }
    }
    reached = next
  }
  return undefined
}
