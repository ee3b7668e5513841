import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { formatClock, instantsOn, nextClinicMidnight } from '#app/domain/shared/clinic-time.ts'
import { toTimeValue } from './day-spans.ts'
import { addressForm, emailsForm, phonesForm, closureForm, hoursForm, noticeForm } from './clinic-forms.server.ts'

const today = Temporal.PlainDate.from('2026-11-20')

/** The sentences beside the fields, or none. */
function problems(form: z.ZodType, typed: Record<string, string>) {
  const { error } = form.safeParse(typed)
  return Object.fromEntries(error?.issues.map(({ path, message }) => [String(path[0]), message]) ?? [])
}

describe('phones', () => {
  const messaging = 'https://wa.me/12055550142'

  test.each([
    ['(205) 555-0177', '(205) 555-0177', '+12055550177'],
    ['2055550177', '(205) 555-0177', '+12055550177'],
    ['1 205 555 0177', '1 205 555 0177', '+12055550177'],
    [' 205.555.0177 ', '205.555.0177', '+12055550177'],
    ['+1 (205) 555-0177', '+1 (205) 555-0177', '+12055550177'],
    ['+44 20 7946 0100', '+44 20 7946 0100', '+442079460100'],
    ['٢٠٥٥٥٥٠١٧٧', '(205) 555-0177', '+12055550177'],
  ])('%j get the right dial string', (phone, display, e164) =>
    expect(phonesForm.parse({ phone, messaging })).toEqual({ display, e164, messagingUrl: messaging }),
  )

  test.each([
    '',
    '555-0177',
    '(205) 555-01',
    '(105) 555-0177',
    '205 555 0177 x12',
    'call us',
    '+0 205 555 0177',
    '2'.repeat(41),
  ])('%j is no phone number', (phone) => expect(problems(phonesForm, { phone, messaging })).toHaveProperty('phone'))

  test('the messaging app accepts a number or a link', () => {
    const phone = '(205) 555-0177'
    expect(phonesForm.parse({ phone, messaging: '(205) 555-0100' }).messagingUrl).toBe('https://wa.me/12055550100')
    for (const wrong of ['', 'javascript:alert(1)', 'http://wa.me/1', 'https://wa', 'wa.me/1', 'https://a:b@wa.me/1'])
      expect(problems(phonesForm, { phone, messaging: wrong }), wrong).toHaveProperty('messaging')
  })
})

test('both email addresses must be valid', () => {
  expect(emailsForm.parse({ general: ' Desk@Clinic.example ', booking: 'b@clinic.example' }).general).toBe(
    'desk@clinic.example',
  )
  expect(Object.keys(problems(emailsForm, { general: 'desk@', booking: '' }))).toEqual(['general', 'booking'])
})

describe('a postal address', () => {
  const nothing = { street: '', city: '', region: '', postalCode: '' }

  test('may be empty, and needs a city otherwise', () => {
    expect(addressForm.parse(nothing)).toEqual(nothing)
    expect(addressForm.parse({ ...nothing, city: ' Hoover ' }).city).toBe('Hoover')
    for (const other of [{ street: '12 Oak Street' }, { region: 'Alabama' }, { postalCode: '35226' }])
      expect(Object.keys(problems(addressForm, { ...nothing, ...other }))).toEqual(['city'])
  })

  test('rejects an invalid ZIP code and a line that is too long', () => {
    const typed = { street: 'x'.repeat(101), city: 'Hoover', region: 'AL', postalCode: 'x' }
    expect(Object.keys(problems(addressForm, typed))).toEqual(['street', 'postalCode'])
  })
})

describe('hours', () => {
  test('accept any usual notation, in order of time', () => {
    const typed = {
      'monday-opens-0': '1:00 pm',
      'monday-closes-0': '5pm',
      'monday-opens-1': '09:00',
      'monday-closes-1': '12:30',
    }
    const { monday, tuesday } = hoursForm.parse(typed)
    expect(monday).toEqual([
      { opens: '09:00', closes: '12:30' },
      { opens: '13:00', closes: '17:00' },
    ])
    expect(tuesday).toEqual([])
  })

  test.each([
    ['09:00', '', 'closes'],
    ['', '17:00', 'opens'],
    ['17:00', '09:00', 'closes'],
    ['09:00', '09:00', 'closes'],
    ['9 o’clock', '17:00', 'opens'],
    ['25:00', '17:00', 'opens'],
    ['24:00', '24:00', 'opens'],
    ['09:00', '24:30', 'closes'],
  ])('from %j to %j are invalid', (opens, closes, wrong) =>
    expect(Object.keys(problems(hoursForm, { 'friday-opens-0': opens, 'friday-closes-0': closes }))).toEqual([
      `friday-${wrong}-0`,
    ]),
  )

  test.each(['24:00', '00:00', '12 am', 'midnight', '12:00 AM'])('may end at %s', (closes) => {
    const { friday } = hoursForm.parse({ 'friday-opens-0': '17:00', 'friday-closes-0': closes })
    expect(friday).toEqual([{ opens: '17:00', closes: '24:00' }])
    expect(formatClock('24:00')).toBe('midnight')
    expect(['24:00', '17:00', undefined].map(toTimeValue)).toEqual(['00:00', '17:00', undefined])
  })

  test('that end at midnight end with the day, also when the clocks change', () => {
    for (const day of ['2026-11-27', '2026-03-08', '2026-11-01'].map((one) => Temporal.PlainDate.from(one)))
      expect(instantsOn(day, 'America/Chicago')('24:00')).toBe(
        nextClinicMidnight(instantsOn(day, 'America/Chicago')('12:00'), 'America/Chicago'),
      )
  })

  test('of one day do not overlap, and may be adjacent', () => {
    const typed = { 'monday-opens-0': '09:00', 'monday-closes-0': '13:00', 'monday-closes-1': '17:00' }
    expect(problems(hoursForm, { ...typed, 'monday-opens-1': '12:00' })).toEqual({
      'monday-opens-1': 'The hours for Monday overlap.',
    })
    expect(Object.keys(problems(hoursForm, { ...typed, 'monday-opens-1': '09:00' }))).toEqual(['monday-opens-1'])
    expect(problems(hoursForm, { ...typed, 'monday-opens-1': '13:00' })).toEqual({})
  })
})

describe('a notice', () => {
  const read = (typed: Record<string, string>) => noticeForm(today).safeParse(typed)

  test('is one line in any script, and ends today or later', () => {
    const text = 'Closed on Friday.\r\nסגור ביום שישי 🌿 <b>'
    expect(read({ text, until: '2026-11-20' }).data).toEqual({
      text: 'Closed on Friday. סגור ביום שישי 🌿 <b>',
      until: '2026-11-20',
    })
    expect(read({ text: 'Closed.', until: '2/29/2028' }).data?.until).toBe('2028-02-29')
  })

  test.each([
    [{ text: '', until: '2026-11-30' }, 'text'],
    [{ text: ' \u200b\n', until: '2026-11-30' }, 'text'],
    [{ text: 'x'.repeat(281), until: '2026-11-30' }, 'text'],
    [{ text: 'a\u0000b', until: '2026-11-30' }, 'text'],
    [{ text: 'Closed.', until: '' }, 'until'],
    [{ text: 'Closed.', until: '2026-11-19' }, 'until'],
    [{ text: 'Closed.', until: '2027-02-29' }, 'until'],
    [{ text: 'Closed.', until: '2062-11-30' }, 'until'],
    [{ text: 'Closed.', until: 'tomorrow' }, 'until'],
    [{ text: 'Closed.' }, 'until'],
  ])('%j is rejected', (typed, wrong) => expect(Object.keys(problems(noticeForm(today), typed))).toEqual([wrong]))
})

describe('a closure', () => {
  const read = (typed: Record<string, string>) => closureForm(today).safeParse(typed).data
  const wrong = (typed: Record<string, string>) => Object.keys(problems(closureForm(today), typed))

  test('is one day or several, all day or part of it', () => {
    expect(read({ firstDay: '2026-11-26', lastDay: '' })).toEqual({
      closure: { firstDay: '2026-11-26', lastDay: '2026-11-26' },
      tell: false,
    })
    const typed = { firstDay: '11/26/2026', lastDay: '2026-11-27', from: '12:00', until: '3 pm', reason: ' Training ' }
    expect(read({ ...typed, tell: 'on', words: 'Closed.' })).toEqual({
      closure: {
        firstDay: '2026-11-26',
        lastDay: '2026-11-27',
        part: { opens: '12:00', closes: '15:00' },
        reason: 'Training',
      },
      tell: true,
      words: 'Closed.',
    })
  })

  test.each([
    [{}, ['firstDay']],
    [{ firstDay: '2026-11-19' }, ['firstDay']],
    [{ firstDay: '2027-02-29' }, ['firstDay']],
    [{ firstDay: 'x'.repeat(100_000) }, ['firstDay']],
    [{ firstDay: '2026-11-27', lastDay: '2026-11-26' }, ['lastDay']],
    [{ firstDay: '2026-11-27', lastDay: '2026-13-01' }, ['lastDay']],
    [{ firstDay: '2026-11-27', lastDay: '2027-11-27' }, []],
    [{ firstDay: '2026-11-27', lastDay: '2027-11-28' }, ['lastDay']],
    [{ firstDay: '2026-11-27', from: '09:00' }, ['until']],
    [{ firstDay: '2026-11-27', until: '09:00' }, ['from']],
    [{ firstDay: '2026-11-27', from: '15:00', until: '12:00' }, ['until']],
    [{ firstDay: '2026-11-27', from: '15:00', until: '15:00' }, ['until']],
    [{ firstDay: '2026-11-27', from: 'noon', until: '15:00' }, ['from']],
    [{ firstDay: '2026-11-27', reason: 'x'.repeat(121) }, ['reason']],
    [{ firstDay: '2026-11-27', words: 'x'.repeat(281) }, ['words']],
  ])('%j has something wrong at %j', (typed, fields) => expect(wrong(typed as Record<string, string>)).toEqual(fields))
})
