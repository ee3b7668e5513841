import { describe, expect, test } from 'vitest'
import { clinic } from '#content/clinic.ts'
import { contentFacts, toClinicFacts } from './clinic-facts.ts'
import { isClosedAt } from './closures.ts'
import { directionsUrl } from './confirmed-links.ts'
import { deliveredClinic } from './sections.ts'

const at = (text: string) => Temporal.ZonedDateTime.from(`${text}[${clinic.timeZone}]`).epochMilliseconds
const now = at('2026-11-20T12:00')
const saved = <Facts>(facts: Facts) => ({ confirmed: true, facts })
const before = contentFacts(now)

test('the admin’s values override content, and nothing else changes', () => {
  const emails = { general: 'a@clinic.example', booking: 'b@clinic.example' }
  const phones = { display: '(205) 555-0177', e164: '+12055550177', messagingUrl: 'https://wa.me/12055550177' }
  const after = toClinicFacts({ ...deliveredClinic, emails: saved(emails), phones: saved(phones) }, now)
  expect(after).toEqual({
    ...before,
    emails,
    phone: { display: phones.display, e164: phones.e164 },
    messagingApp: { name: clinic.messagingApp, url: phones.messagingUrl },
  })
})

describe('an address', () => {
  const address = { street: '12 Oak Street', city: 'Hoover', region: 'Alabama', postalCode: '35226' }

  test('that was entered links to itself on the map, since the map in content shows another place', () => {
    const facts = toClinicFacts({ ...deliveredClinic, address: saved(address) }, now)
    expect(facts).toMatchObject(address)
    expect(decodeURIComponent(directionsUrl(facts) ?? '')).toContain('12 Oak Street, Hoover, Alabama, 35226')
    expect(facts.map.standIn).toBe(true)
  })

  test('that was removed leaves only the town in sentences', () => {
    const nothing = { street: '', city: '', region: '', postalCode: '' }
    const facts = toClinicFacts({ ...deliveredClinic, address: saved(nothing) }, now)
    expect(facts).toMatchObject({ withoutAddress: true, city: before.city, region: before.region })
    expect(facts.street).toBeUndefined()
  })
})

test('are placeholders until somebody at the clinic has confirmed them', () => {
  const { hours, emails, phones } = deliveredClinic
  const open = { hours: { ...hours, confirmed: false }, emails: { ...emails, confirmed: false } }
  const unconfirmed = toClinicFacts({ ...deliveredClinic, ...open, phones: { ...phones, confirmed: false } }, now)
  const { standIn: isPhoneOpen } = unconfirmed.phone
  expect([unconfirmed.hours.standIn, unconfirmed.emails.standIn, isPhoneOpen]).toEqual([true, true, true])
  const confirmed = toClinicFacts({ ...deliveredClinic, hours: saved(hours.facts) }, now)
  expect(confirmed.hours).toEqual(hours.facts)
})

test('a notice shows until the end of its day at the clinic, even on days with a clock change', () => {
  for (const [until, last, gone] of [
    ['2026-11-20', '2026-11-20T23:59:59', '2026-11-21T00:00'],
    ['2026-11-01', '2026-11-01T23:59:59', '2026-11-02T00:00'],
    ['2026-03-08', '2026-03-08T23:59:59', '2026-03-09T00:00'],
    ['2028-02-29', '2028-02-29T23:59:59', '2028-03-01T00:00'],
  ] as const) {
    const clinicNow = { ...deliveredClinic, notice: saved({ text: 'Back soon.', until }) }
    expect(toClinicFacts(clinicNow, at(last)).notice, until).toBe('Back soon.')
    expect(toClinicFacts(clinicNow, at(gone)).notice, until).toBeUndefined()
  }
})

test('closures are described from the first day until their last day is over', () => {
  const closures = [
    { id: '1', firstDay: '2026-11-26', lastDay: '2026-11-27', reason: 'Thanksgiving' },
    { id: '2', firstDay: '2027-01-04', lastDay: '2027-01-04', part: { opens: '12:00', closes: '15:00' } },
  ]
  const textsAt = (moment: string) =>
    toClinicFacts({ ...deliveredClinic, closures }, at(moment)).closures.map(({ text }) => text)
  const [thanksgiving, january] = [
    'Thursday, November 26 to Friday, November 27',
    'Monday, January 4, 2027, 12 pm to 3 pm',
  ]
  expect(textsAt('2026-11-20T12:00')).toEqual([thanksgiving, january])
  expect(textsAt('2026-11-27T23:59')).toEqual([thanksgiving, january])
  expect(textsAt('2026-11-28T00:00')).toEqual([january])
  expect(textsAt('2027-01-01T00:00')).toEqual(['Monday, January 4, 12 pm to 3 pm'])
})

test('an appointment is in a closure if it overlaps its hours on one of its days', () => {
  const day = { id: '1', firstDay: '2026-11-24', lastDay: '2026-11-24' }
  const part = { opens: '12:00', closes: '15:00' }
  const isClosed = (from: string, until: string, more = {}) =>
    isClosedAt({ startsAt: at(from), endsAt: at(until) }, [{ ...day, ...more }], clinic.timeZone)
  expect(isClosed('2026-11-24T08:00', '2026-11-24T09:00')).toBe(true)
  expect(isClosed('2026-11-25T12:00', '2026-11-25T13:00', { part })).toBe(false)
  const hours = (from: string, until: string) => isClosed(`2026-11-24T${from}`, `2026-11-24T${until}`, { part })
  expect([hours('11:00', '12:00'), hours('11:00', '12:01'), hours('14:59', '16:00'), hours('15:00', '16:00')]).toEqual([
    false,
    true,
    true,
    false,
  ])
})
