import { describe, expect, test } from 'vitest'
import { slotsOf } from '#app/domain/booking/busy.ts'
import type { Holder } from '#app/domain/booking/holds.server.ts'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { deliveredBooking as booking } from '#app/domain/booking/live-booking.server.ts'
import { erasedContact } from '#app/domain/patients/patient-keys.server.ts'
import { type BookingEvidence, compareBookings } from './compare.ts'

const email = 'maya@example.com'
const clinic = contentFacts(Date.now()).emails.booking
const hourMs = 3_600_000
const startsAt = 500_000 * hourMs
const until = startsAt + hourMs + booking.bufferMinutes * 60_000

/** Two consecutive appointments, and blocked time. */
function fine(): BookingEvidence {
  const appointment = (id: string, email: string, from: number): BookingEvidence['appointments'][number] => ({
    id,
    draftId: `draft-${id}`,
    serviceId: 'general',
    state: 'confirmed',
    startsAt: from,
    endsAt: from + hourMs,
    person: 'person:clinic',
    room: 'room:room',
    ...erasedContact,
    email,
    health: null,
    healthKept: 0,
    bookedAt: 0,
    cancelledFrom: null,
    undoUntil: null,
    cancelledLate: null,
    uidDomain: null,
    cancelToldAt: null,
    note: null,
    revision: 0,
    linkVersion: 1,
    newEmail: null,
    newEmailUntil: null,
    emailByLink: 0,
    givenEmail: null,
    emailConfirmed: null,
    emailProved: 0,
    heldBack: null,
    network: null,
    addressProved: null,
    patientId: null,
    planId: null,
    planDay: null,
    assistants: null,
    payBy: null,
    paidState: null,
    payCents: null,
    cancelFee: null,
    taxRate: null,
    paidWith: null,
  })
  const holds = (holder: Holder, from: number, to: number) =>
    (['person:clinic', 'room:room'] as const).map((resource) => ({ holder, resource, fromAt: from, untilAt: to }))
  const slots = (holder: Holder, from: number, to: number) =>
    (['person:clinic', 'room:room'] as const).flatMap((resource) =>
      slotsOf({ from, until: to }).map((quantum) => ({ resource, quantum, holder })),
    )
  const createEmail = (id: string, kind: string, recipient: string) => ({
    kind,
    about: 'booked',
    causeId: id,
    messageId: `<${kind}-${id}@clinic>`,
    recipient,
    state: 'sent',
  })
  const emails = [
    createEmail('1', 'appointment', email),
    createEmail('1', 'appointment-notice', clinic),
    createEmail('2', 'appointment', 'rosa@example.com'),
    createEmail('2', 'appointment-notice', clinic),
  ]
  const told = (who: string, from: number) => ({
    email: who,
    startsAt: from,
    isCanceled: false,
    moved: 0,
    cancelled: 0,
    restored: 0,
  })
  const later = startsAt + 2 * hourMs
  const laterUntil = until + 2 * hourMs
  return {
    told: [told(email, startsAt), told('rosa@example.com', later)],
    appointments: [appointment('1', email, startsAt), appointment('2', 'rosa@example.com', later)],
    holds: [
      ...holds('appointment:1', startsAt, until),
      ...holds('appointment:2', later, laterUntil),
      ...holds('block:b', laterUntil, laterUntil + hourMs),
    ],
    slots: [
      ...slots('appointment:1', startsAt, until),
      ...slots('appointment:2', later, laterUntil),
      ...slots('block:b', laterUntil, laterUntil + hourMs),
    ],
    blocks: [{ id: 'b', fromAt: laterUntil, untilAt: laterUntil + hourMs, note: null, series: null }],
    drafts: [],
    emails,
    mails: emails.map(({ messageId, recipient }) => ({ messageId, to: [recipient], at: 10_000 })),
    interruptions: [],
  }
}

describe('the comparison of bookings finds', () => {
  test('nothing if everything is stored as confirmed', () => {
    expect(compareBookings(fine())).toEqual([])
  })

  const broken: [string, (all: BookingEvidence) => void, RegExp][] = [
    ['an appointment that is lost', (all) => all.appointments.shift(), /^lost: maya/],
    [
      'two appointments of one draft',
      (all) => all.appointments.push({ ...all.appointments[0]!, id: '3' }),
      /has 2 appointments/,
    ],
    ['an appointment at another time', (all) => (all.told[0]!.startsAt += hourMs), /maya.* was told .*, and it is at/],
    [
      'an appointment in another state',
      (all) => (all.appointments[0]!.state = 'cancelled'),
      /told confirmed, and it is cancel/,
    ],
    [
      'an appointment that no patient was told of',
      (all) => all.told.pop(),
      /rosa@example.com was told of no appointment/,
    ],
    ['a draft that is still there', (all) => all.drafts.push('draft-1'), /the draft of maya/],
    [
      'an overlap by the buffer only',
      ({ appointments: [first, second] }) => (second!.startsAt = first!.endsAt),
      /person:clinic is with 1 and with 2/,
    ],
    [
      'a hold of a canceled appointment',
      (all) => (all.appointments[0]!.state = 'cancelled'),
      /appointment:1 holds time/,
    ],
    ['a hold that is missing', (all) => all.holds.shift(), /appointment:1 does not hold what it needs/],
    ['a slot that is missing', (all) => all.slots.shift(), /appointment:1 holds \d+ slots/],
    ['a hold of no appointment or block', (all) => (all.blocks = []), /block:b holds time and is not there/],
    ['blocked time that is free', (all) => all.slots.pop(), /blocked time of block:b is free/],
    ['an email that is missing', (all) => all.emails.splice(0, 1), /0 instead of 1 times email 'appointment'/],
    ['an email too many', (all) => all.emails.push(all.emails[1]!), /2 instead of 1 times email 'appointment-notice'/],
    ['an email about nothing', (all) => (all.emails[0]!.about = 'moved'), /1 instead of 0 times/],
    ['an email that never arrived', (all) => all.mails.pop(), /never arrived/],
  ]
  test.each(broken)('%s', (_, breaks, sentence) => {
    const evidence = fine()
    breaks(evidence)
    expect(compareBookings(evidence).join('\n')).toMatch(sentence)
  })

  test('no violation in a skipped outdated email, but in a missing email about the final state', () => {
    const evidence = fine()
    evidence.told[0] = { ...evidence.told[0]!, cancelled: 1, restored: 1 }
    const notice = evidence.emails[1]!
    const more = ['cancelled', 'restored'].map((about) => ({ ...notice, about, messageId: `<${about}@clinic>` }))
    evidence.emails.push(...more)
    evidence.mails.push(...more.map(({ messageId }) => ({ messageId, to: [clinic], at: 10_000 })))
    expect(compareBookings(evidence)).toEqual([
      expect.stringMatching(/0 instead of 1 times email 'appointment' \(restored\)/),
    ])
  })
})
