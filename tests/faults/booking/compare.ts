import type { Selectable } from 'kysely'
import type { Tables } from '#app/database/tables.ts'
import { slotsOf } from '#app/domain/booking/busy.ts'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { booking } from '#content/booking.ts'
import { isOfTheDay, type StoredEmail } from '#tests/support/stored.ts'
import { compareMails, countBy } from '../compare-mails.ts'
import { type Interruption, wasInterrupted } from '../interruptions.ts'
import type { Mail } from '../mailbox.ts'
import type { ToldVisit } from './patients.ts'

type Row<Table extends keyof Tables> = Selectable<Tables[Table]>

/** What patients were told, what is stored, and what was mailed. */
export type BookingEvidence = {
  told: ToldVisit[]
  appointments: Row<'appointments'>[]
  holds: Row<'holds'>[]
  quanta: Row<'heldQuanta'>[]
  blocks: Row<'blocks'>[]
  /** Ids of drafts that are still there. */
  drafts: string[]
  /** `about` is the news, the cause is the appointment. */
  emails: (StoredEmail & { about: string })[]
  mails: Mail[]
  interruptions: Interruption[]
}

/** Compares what patients were told with what is stored, held and mailed; answers every violation as a sentence. */
export const compareBookings = (evidence: BookingEvidence): string[] => [
  ...notStoredAsTold(evidence),
  ...overlaps(evidence),
  ...wrongHolds(evidence),
  ...orphans(evidence),
  ...notKept(evidence),
  ...wrongEmails(evidence),
  ...compareMails(withoutOldNews(evidence)),
]

const isActive = ({ state }: Row<'appointments'>) => state === 'confirmed' || state === 'requested'

/** Each accepted draft became one appointment, which is as its patient was told last; and nobody has one unasked. */
function notStoredAsTold({ told, appointments, drafts }: BookingEvidence) {
  const byEmail = Map.groupBy(appointments, ({ email }) => email)
  const violations = told.flatMap(({ email, startsAt, isCanceled, isUnsure }) => {
    const [mine, ...more] = byEmail.get(email) ?? []
    if (!mine) return [`lost: ${email} was told of a visit that is not stored`]
    if (more.length > 0) return [`doubled: ${email} has ${more.length + 1} visits for one draft`]
    const state = isCanceled ? 'cancelled' : 'confirmed'
    return [
      ...(mine.state === state ? [] : [`${email} was told ${state}, and it is ${mine.state}`]),
      ...(mine.startsAt === startsAt || isUnsure
        ? []
        : [`${email} was told ${startsAt}, and it is at ${mine.startsAt}`]),
    ]
  })
  const known = new Set(told.map(({ email }) => email))
  const unasked = appointments
    .filter(({ email }) => !known.has(email))
    .map(({ email }) => `${email} was told of no visit`)
  const left = new Set(drafts)
  const kept = appointments
    .filter(({ draftId }) => left.has(draftId ?? ''))
    .map(({ email }) => `the draft of ${email} is still there`)
  return [...violations, ...unasked, ...kept]
}

/** Nobody and no room is in two places, buffer included. */
function overlaps({ appointments }: BookingEvidence) {
  const taken = appointments
    .filter(isActive)
    .flatMap(({ id, person, room, startsAt: from, endsAt }) =>
      [person, room].flatMap((resource) => (resource ? [{ id, resource, from, until: endsAt + bufferMs }] : [])),
    )
  return [...Map.groupBy(taken, ({ resource }) => resource).values()].flatMap((some) => {
    const sorted = some.toSorted((a, b) => a.from - b.from)
    return sorted.flatMap((one, index) => {
      const next = sorted[index + 1]
      return next && next.from < one.until ? [`doubled: ${one.resource} is with ${one.id} and with ${next.id}`] : []
    })
  })
}

const bufferMs = booking.bufferMinutes * 60_000

/** A visit to come holds its person, its room and the buffer, all of it by itself; one that was canceled holds nothing. */
function wrongHolds({ appointments, holds, quanta }: BookingEvidence) {
  const held = Map.groupBy(holds, ({ holder }) => holder)
  const heldQuanta = countBy(quanta, ({ holder }) => holder)
  return appointments.flatMap((visit) => {
    const holder = `appointment:${visit.id}`
    const mine = held.get(holder) ?? []
    const count = heldQuanta.get(holder) ?? 0
    if (!isActive(visit)) return mine.length + count > 0 ? [`the ${visit.state} ${holder} holds time`] : []
    const interval = { from: visit.startsAt, until: visit.endsAt + bufferMs }
    const wanted = [visit.person, visit.room].filter((resource) => resource !== null)
    const isRight =
      mine.length === wanted.length &&
      mine.every(
        ({ resource, fromAt, untilAt }) =>
          wanted.includes(resource) && fromAt === interval.from && untilAt === interval.until,
      )
    return [
      ...(isRight ? [] : [`${holder} does not hold what it needs`]),
      ...(count === wanted.length * slotsOf(interval).length ? [] : [`${holder} holds ${count} quanta`]),
    ]
  })
}

/** What is held is held by something that is there. */
function orphans({ appointments, blocks, holds, quanta }: BookingEvidence) {
  const holders = new Set([
    ...appointments.map(({ id }) => `appointment:${id}`),
    ...blocks.map(({ id }) => `block:${id}`),
  ])
  const named = new Set([...holds, ...quanta].map(({ holder }) => holder))
  return [...named].filter((holder) => !holders.has(holder)).map((holder) => `${holder} holds time and is not there`)
}

/** Each five minutes of kept time are held by somebody. */
function notKept({ holds, quanta }: BookingEvidence) {
  const taken = new Set(quanta.map(({ resource, quantum }) => `${resource} ${quantum}`))
  return holds
    .filter(({ holder }) => holder.startsWith('block:'))
    .flatMap(({ holder, resource, fromAt: from, untilAt: until }) =>
      slotsOf({ from, until }).every((quantum) => taken.has(`${resource} ${quantum}`))
        ? []
        : [`kept time of ${holder} is free`],
    )
}

/**
 * One email of each kind to the clinic, for the booking and for each change. To the patient as many, but for those that
 * were no news any more before they could be sent: of a visit that was canceled meanwhile, or taken back.
 */
function wrongEmails({ told, appointments, emails }: BookingEvidence) {
  const changes = new Map(told.map((visit) => [visit.email, visit]))
  const counts = countBy(
    emails.filter((email) => !isOfTheDay(email)),
    nameOf,
  )
  const expected = new Set<string>()
  const wrong = appointments.flatMap(({ id, email }) => {
    const { moved = 0, cancelled = 0, restored = 0, isCanceled = false, isUnsure } = changes.get(email) ?? {}
    const last = cancelled === 0 ? undefined : isCanceled ? 'cancelled' : 'restored'
    return Object.entries({ booked: 1, moved, cancelled, restored }).flatMap(([about, most]) =>
      [
        { kind: 'appointment', recipient: email, least: last === undefined ? most : about === last ? 1 : 0 },
        { kind: 'appointment-notice', recipient: contentFacts(Date.now()).emails.booking, least: most },
      ].flatMap(({ least, ...email }) => {
        const name = nameOf({ ...email, about, causeId: id })
        expected.add(name)
        const there = counts.get(name) ?? 0
        const isFine = there >= least && there <= (isUnsure && about === 'moved' ? most + 1 : most)
        return isFine ? [] : [`${there < least ? 'lost' : 'doubled'}: ${there} instead of ${most} times ${name}`]
      }),
    )
  })
  const without = [...counts.keys()].filter((name) => !expected.has(name))
  return [...wrong, ...without.map((name) => `nothing stored is the cause of ${name}`)]
}

/** A mail whose email was dropped as old news: its server was killed before it could note that it had been sent. */
function withoutOldNews({ emails, mails, interruptions }: BookingEvidence) {
  const known = new Set(emails.map(({ messageId }) => messageId))
  const counted = mails.filter((mail) => known.has(mail.messageId) || !wasInterrupted(mail.at, interruptions))
  return { emails, mails: counted, interruptions }
}

const nameOf = ({
  kind,
  about,
  causeId,
  recipient,
}: Pick<StoredEmail, 'kind' | 'causeId' | 'recipient'> & { about: string }) =>
  `email '${kind}' (${about}) about ${causeId} to ${recipient}`
