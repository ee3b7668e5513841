import type { Selectable } from 'kysely'
import type { Tables } from '#app/database/tables.ts'
import { slotsOf } from '#app/domain/booking/busy.ts'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { deliveredBooking as booking } from '#app/domain/booking/live-booking.server.ts'
import { isMorningEmail, type StoredEmail } from '#tests/support/stored.ts'
import { compareMails, countBy } from '../compare-mails.ts'
import { type Interruption, wasInterrupted } from '../interruptions.ts'
import type { Mail } from '../mailbox.ts'
import type { ToldAppointment } from './patients.ts'

type Row<Table extends keyof Tables> = Selectable<Tables[Table]>

/** What patients were told, what is stored, and what was mailed. */
export type BookingEvidence = {
  told: ToldAppointment[]
  appointments: Row<'appointments'>[]
  holds: Row<'holds'>[]
  slots: Row<'heldQuanta'>[]
  blocks: Row<'blocks'>[]
  /** Ids of drafts that are still there. */
  drafts: string[]
  /** `about` is the event, the cause is the appointment. */
  emails: (StoredEmail & { about: string })[]
  mails: Mail[]
  interruptions: Interruption[]
}

/** Compares what patients were told with what is stored, held and mailed; returns the violations as sentences. */
export const compareBookings = (evidence: BookingEvidence): string[] => [
  ...notStoredAsTold(evidence),
  ...overlaps(evidence),
  ...wrongHolds(evidence),
  ...orphans(evidence),
  ...unreservedBlocks(evidence),
  ...wrongEmails(evidence),
  ...compareMails(withoutOutdated(evidence)),
]

const isActive = ({ state }: Row<'appointments'>) => state === 'confirmed' || state === 'requested'

/** Each accepted draft became one appointment, as its patient was last told; no patient has an unrequested one. */
function notStoredAsTold({ told, appointments, drafts }: BookingEvidence) {
  const byEmail = Map.groupBy(appointments, ({ email }) => email)
  const violations = told.flatMap(({ email, startsAt, isCanceled, isUnsure }) => {
    const [mine, ...more] = byEmail.get(email) ?? []
    if (!mine) return [`lost: ${email} was told of an appointment that is not stored`]
    if (more.length > 0) return [`doubled: ${email} has ${more.length + 1} appointments for one draft`]
    const state = isCanceled ? 'cancelled' : 'confirmed'
    return [
      ...(mine.state === state ? [] : [`${email} was told ${state}, and it is ${mine.state}`]),
      ...(mine.startsAt === startsAt || isUnsure
        ? []
        : [`${email} was told ${startsAt}, and it is at ${mine.startsAt}`]),
    ]
  })
  const known = new Set(told.map(({ email }) => email))
  const unrequested = appointments
    .filter(({ email }) => !known.has(email))
    .map(({ email }) => `${email} was told of no appointment`)
  const left = new Set(drafts)
  const leftDrafts = appointments
    .filter(({ draftId }) => left.has(draftId ?? ''))
    .map(({ email }) => `the draft of ${email} is still there`)
  return [...violations, ...unrequested, ...leftDrafts]
}

/** No person and no room has two appointments at once, buffer included. */
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

/** An active appointment holds its person and its room, buffer included; a canceled one holds nothing. */
function wrongHolds({ appointments, holds, slots }: BookingEvidence) {
  const held = Map.groupBy(holds, ({ holder }) => holder)
  const slotCounts = countBy(slots, ({ holder }) => holder)
  return appointments.flatMap((appointment) => {
    const holder = `appointment:${appointment.id}` as const
    const mine = held.get(holder) ?? []
    const count = slotCounts.get(holder) ?? 0
    if (!isActive(appointment)) return mine.length + count > 0 ? [`the ${appointment.state} ${holder} holds time`] : []
    const interval = { from: appointment.startsAt, until: appointment.endsAt + bufferMs }
    const wanted = [appointment.person, appointment.room].filter((resource) => resource !== null)
    const isRight =
      mine.length === wanted.length &&
      mine.every(
        ({ resource, fromAt, untilAt }) =>
          wanted.includes(resource) && fromAt === interval.from && untilAt === interval.until,
      )
    return [
      ...(isRight ? [] : [`${holder} does not hold what it needs`]),
      ...(count === wanted.length * slotsOf(interval).length ? [] : [`${holder} holds ${count} slots`]),
    ]
  })
}

/** Every hold belongs to an appointment or a block that exists. */
function orphans({ appointments, blocks, holds, slots }: BookingEvidence) {
  const holders = new Set([
    ...appointments.map(({ id }) => `appointment:${id}`),
    ...blocks.map(({ id }) => `block:${id}`),
  ])
  const named = new Set([...holds, ...slots].map(({ holder }) => holder))
  return [...named].filter((holder) => !holders.has(holder)).map((holder) => `${holder} holds time and is not there`)
}

/** Every slot of five minutes in blocked time is reserved. */
function unreservedBlocks({ holds, slots }: BookingEvidence) {
  const taken = new Set(slots.map(({ resource, quantum }) => `${resource} ${quantum}`))
  return holds
    .filter(({ holder }) => holder.startsWith('block:'))
    .flatMap(({ holder, resource, fromAt: from, untilAt: until }) =>
      slotsOf({ from, until }).every((quantum) => taken.has(`${resource} ${quantum}`))
        ? []
        : [`blocked time of ${holder} is free`],
    )
}

/**
 * The clinic gets one email for the booking and one for each change. So does the patient, except for emails that were
 * outdated before they could be sent, because the appointment was canceled or restored in the meantime.
 */
function wrongEmails({ told, appointments, emails }: BookingEvidence) {
  const changes = new Map(told.map((one) => [one.email, one]))
  const counts = countBy(
    emails.filter((email) => !isMorningEmail(email)),
    formatEmail,
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
        const name = formatEmail({ ...email, about, causeId: id })
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

/** Ignores mails whose email was discarded as outdated: the server was killed before it could record them as sent. */
function withoutOutdated({ emails, mails, interruptions }: BookingEvidence) {
  const known = new Set(emails.map(({ messageId }) => messageId))
  const counted = mails.filter((mail) => known.has(mail.messageId) || !wasInterrupted(mail.at, interruptions))
  return { emails, mails: counted, interruptions }
}

const formatEmail = ({
  kind,
  about,
  causeId,
  recipient,
}: Pick<StoredEmail, 'kind' | 'causeId' | 'recipient'> & { about: string }) =>
  `email '${kind}' (${about}) about ${causeId} to ${recipient}`
