import { services } from '#tests/support/catalogue.ts'
import { describe, expect, test } from 'vitest'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { deliveredContent } from '#app/domain/content/content-now.server.ts'
import { appointmentNews as kinds } from '#app/domain/outbox/appointment-news.ts'
import { instantsOn } from '#app/domain/shared/clinic-time.ts'
import { appointmentParts } from '#content/emails.ts'
import { sampleAppointment } from '#app/mail/samples.ts'
import { appointmentEmail } from './appointment.ts'

const clinic = contentFacts(0)
const startsAt = instantsOn(Temporal.PlainDate.from('2026-05-05'), clinic.timeZone)('10:00')

const email = (
  about: (typeof kinds)[number],
  more: {
    state?: 'requested'
    movableUntil?: string | undefined
    video?: { url?: string } | undefined
    undoUntil?: string
    movedFrom?: number
    hasForms?: boolean
  } = {},
) =>
  appointmentEmail.renderData(
    {
      appointment: { ...sampleAppointment, startsAt, endsAt: startsAt + 3_600_000, state: more.state ?? 'confirmed' },
      about,
      movedFrom: more.movedFrom,
      withWhom: undefined,
      video: more.video,
      freeTimes: about === 'closed' ? ['Mon, May 11, 9 am', 'Mon, May 11, 10 am'] : [],
      movableUntil: 'movableUntil' in more ? more.movableUntil : 'Mon, May 4, 10 am',
      undoUntil: more.undoUntil,
      hasForms: more.hasForms ?? about === 'forms',
      appointmentUrl: 'https://clinic.example/appointments/x',
      bookingUrl: 'https://clinic.example/booking',
    },
    { clinic, content: deliveredContent },
  )

test('names the location: the clinic, the practitioner’s video link, or a link that the clinic will send', () => {
  const where = (video: { url?: string } | undefined) => email('booked', { video }).text
  const video = { url: 'https://video.example/anna' }
  expect(where(video)).toContain(`${appointmentParts.byVideoWith.link}:\r\n${video.url}`)
  expect(email('booked', { video }).html).toContain(`href="${video.url}"`)
  expect(where({})).toContain(appointmentParts.byVideo)
  expect(where(undefined)).not.toContain('By video')
})

const telling = services.map(({ title }) => title.toLowerCase())

describe.each(kinds)('an email that an appointment is %s', (about) => {
  test('names no service', () => {
    for (const { subject, text, html } of [email(about), email(about, { state: 'requested' })])
      for (const word of telling) expect(`${subject}\n${text}\n${html}`.toLowerCase()).not.toContain(word)
  })
})

test('says until when it can be moved online, and suggests canceling or calling after that', () => {
  const late = email('reminder', { movableUntil: undefined })
  // The text is wrapped wherever a line is full.
  expect(late.text.replace(/\s+/g, ' ')).toContain(deliveredContent.read('appointment-emails', clinic).parts.tooLate)
  expect(late.text).not.toContain(appointmentParts.link)
  expect(email('moved').text).toContain(appointmentParts.link)
  for (const about of ['booked', 'moved', 'reminder'] as const)
    expect(email(about).text.replace(/\s+/g, ' ')).toContain('until Mon, May 4, 10 am')
  expect(email('cancelled').text).not.toContain('until Mon')
})

test('the headline says the day, and a canceled time is struck out', () => {
  expect(email('booked').html).toMatch(/<h1[^>]*>See you on Tuesday, May 5</)
  expect(email('reminder').text).toMatch(/^Tuesday, May 5, 10 am\r\n/)
  expect(email('cancelled').html).toContain('<s>Tuesday, May 5, 2026, 10 am to 11 am (')
})

test('a move strikes the old time out, and plain text names it', () => {
  const { text, html } = email('moved', { movedFrom: startsAt - 2 * 86_400_000 })
  expect(html).toContain('<s>Sunday, May 3, 2026, 10 am</s>')
  expect(text).toContain('Now: Tuesday, May 5, 2026, 10 am to 11 am')
  expect(text).toContain('Before: Sunday, May 3, 2026, 10 am\r\n')
  expect(email('moved').html).not.toContain('<s>')
})

test('offers to undo a cancellation only as long as it can be undone', () => {
  expect(email('cancelled', { undoUntil: 'Mon, May 4, 2:45 pm' }).text).toContain(appointmentParts.undo)
  expect(email('cancelled').text).not.toContain(appointmentParts.undo)
})

describe('an email about a plan', () => {
  const samples = appointmentEmail
    .renderSamples({ clinic, content: deliveredContent })
    .filter(({ text }) => text.includes(appointmentParts.ofPlan(3)))

  test('has all of its days, in one calendar file with an entry for each', () => {
    for (const { text } of samples) expect(text).toContain('November 26, 2026')
    // A plan whose times are not held is in no calendar.
    const held = samples.filter(({ attachments }) => attachments !== undefined)
    expect([samples.length, held.length]).toEqual([8, 7])
    for (const { attachments } of held) {
      const file = attachments?.[0]?.text ?? ''
      expect(file.match(/BEGIN:VEVENT/g)).toHaveLength(3)
      expect(new Set(file.match(/UID:.*/g)).size).toBe(3)
    }
  })

  test('names no service', () => {
    for (const { subject, text, html } of samples)
      for (const word of telling) expect(`${subject}\n${text}\n${html}`.toLowerCase()).not.toContain(word)
  })

  test('takes canceled days out of the calendar', () => {
    const canceled = samples.filter(({ subject }) => subject.includes('canceled'))
    expect(canceled).toHaveLength(1)
    expect(canceled[0]!.attachments![0]!.type).toContain('method=CANCEL')
  })
})
