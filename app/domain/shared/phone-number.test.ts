import { describe, expect, test } from 'vitest'
import { dialable, phoneKey, phoneNumber, toTextNumber } from './phone-number.server.ts'
import { optionalField } from './plain-text.server.ts'

const sentence = (typed: unknown) => phoneNumber.safeParse(typed).error?.issues[0]?.message

describe('a phone number', () => {
  test.each([
    ['(205) 555-0142', '(205) 555-0142', '2055550142'],
    ['2055550142', '2055550142', '2055550142'],
    ['+1 205.555.0142', '+1 205.555.0142', '2055550142'],
    ['1 205 555 0142', '1 205 555 0142', '2055550142'],
    ['205/555/0142', '205/555/0142', '2055550142'],
    ['555-0142', '555-0142', '5550142'],
    ['2055550142 x12', '2055550142 x12', '2055550142'],
    ['(205) 555-0142 ext. 12', '(205) 555-0142 ext. 12', '2055550142'],
    ['205-555-0142 #12', '205-555-0142 #12', '2055550142'],
    ['(205) 555-0142 extension 7', '(205) 555-0142 extension 7', '2055550142'],
    ['tel:+1-205-555-0142', '+1-205-555-0142', '2055550142'],
    ['tel:+1-205-555-0142;ext=5', '+1-205-555-0142 ext. 5', '2055550142'],
    ['205‐555‑0142', '205-555-0142', '2055550142'],
    ['205–555—0142', '205-555-0142', '2055550142'],
    ['205−555－0142', '205-555-0142', '2055550142'],
    ['（２０５）５５５ー０１４２', '(205) 555-0142', '2055550142'],
    ['２０５５５５０１４２', '2055550142', '2055550142'],
    ['\u202a(205) 555-0142\u202c', '(205) 555-0142', '2055550142'],
    ['\u200e205\u00ad555\u200b0142\ufeff', '2055550142', '2055550142'],
    ['(205)\u00a0555\u2011\u20600142', '(205) 555-0142', '2055550142'],
    ['٢٠٥٥٥٥٠١٤٢', '(205) 555-0142', '2055550142'],
    ['+44 20 7946 0100', '+44 20 7946 0100', '442079460100'],
    ['+44 (0)20 7946 0100', '+44 (0)20 7946 0100', '442079460100'],
    ['tel:2055550142;phone-context=+1', '+12055550142', '2055550142'],
    ['tel:7946-0100;ext=5;phone-context=+44-20;isub=1', '+44-207946-0100 ext. 5', '442079460100'],
    ['tel:205-555-0142;phone-context=example.com', '205-555-0142', '2055550142'],
    ['tel:+1-205-555-0142;phone-context=+44', '+1-205-555-0142', '2055550142'],
    ['0044 20 7946 0100', '+44 20 7946 0100', '442079460100'],
    ['001-205-555-0142', '+1-205-555-0142', '2055550142'],
    ['205-555-0142 (home)', '205-555-0142 (home)', '2055550142'],
    ['(205) 555-0142 ext. 12 (Work)', '(205) 555-0142 ext. 12 (Work)', '2055550142'],
    ['011 44 20 7946 0100', '011 44 20 7946 0100', '442079460100'],
    ['Cell: (205) 555-0142', 'Cell: (205) 555-0142', '2055550142'],
    ['mobile 205 555 0142', 'mobile 205 555 0142', '2055550142'],
    ['Tel. +44 20 7946 0100', 'Tel. +44 20 7946 0100', '442079460100'],
    ['Phone no.: 205-555-0142', 'Phone no.: 205-555-0142', '2055550142'],
    ['(c) 205-555-0142', '(c) 205-555-0142', '2055550142'],
    ['Móvil: +52 55 1234 5678', 'Móvil: +52 55 1234 5678', '525512345678'],
    ['205-555-0142 cell', '205-555-0142 cell', '2055550142'],
    ['205-555-0142 h', '205-555-0142 h', '2055550142'],
    ['205-555-0142 (c)', '205-555-0142 (c)', '2055550142'],
    ['205-555-0142 – work', '205-555-0142 - work', '2055550142'],
    ['H: 205-555-0142 x12', 'H: 205-555-0142 x12', '2055550142'],
    ['+52 1 55 1234 5678', '+52 55 1234 5678', '525512345678'],
    ['011 52 1 55 1234 5678', '+52 55 1234 5678', '525512345678'],
    ['Cell: +52 (044) 55 1234 5678', 'Cell: +52 55 1234 5678', '525512345678'],
    ['+54 11 15-1234-5678', '+54 11 15-1234-5678', '5491112345678'],
    ['+54 (0351) 15 123-4567', '+54 (0351) 15 123-4567', '5493511234567'],
    ['+229 97 12 34 56', '+229 01 97 12 34 56', '2290197123456'],
    ['+995 8 32 212 34 56', '+995 32 212 34 56', '995322123456'],
  ])('%j is saved as %j and compared as %s', (typed, kept, key) => {
    expect(phoneNumber.parse(typed)).toBe(kept)
    expect(phoneKey(typed)).toBe(key)
    expect(phoneKey(kept)).toBe(key)
  })

  test.each([
    'call me',
    '123',
    '12345',
    '555-0142; drop',
    '00',
    '0000000000',
    '000 205 555 0142',
    '(home)',
    '(home) 205-555-0142 (or work)',
    '(205) 555-0142 or 0143',
    '1-800-FLOWERS',
    '2'.repeat(20),
    '+0 205 555 0177',
    '020 7946 0100',
    '+1 555-0142',
    '(205) 555\u00000142',
    '(205) 555-0142\nx',
    '-------',
  ])('is not accepted as %j', (typed) => expect(sentence(typed)).toMatch(/phone number|can’t be shown/))

  test.each([
    '205 555 0142 / 205 555 0143',
    '205-555-0142, 205-555-0143',
    '(205) 555-0142 or (205) 555-0143',
    '(205) 555-0142 or 0143',
    '205-555-0142 (home) / 0143 (work)',
    'home: 205-555-0142; cell: 205-555-0143',
    '+44 20 7946 0100 & 205 555 0143',
  ])('says that %j are two', (typed) => expect(sentence(typed)).toBe('Enter one phone number. This looks like two.'))

  test.each(['cell / 205-555-0142', '/ (205) 555-0142'])('does not take %j for two', (typed) =>
    expect(sentence(typed)).not.toBe('Enter one phone number. This looks like two.'),
  )

  test.each([undefined, '', '  ', '\u200b\u2060', 'tel:'])('is missing: %j', (typed) =>
    expect(sentence(typed)).toBe('Enter your phone number.'),
  )

  test('has a maximum length', () => expect(sentence(`(205) 555-0142 ${'x'.repeat(40)}`)).toMatch(/at most 40/))

  test('may be blank where it is optional', () => {
    expect(optionalField(phoneNumber).parse('  ')).toBeUndefined()
    expect(optionalField(phoneNumber).parse(undefined)).toBeUndefined()
  })

  test('in an old format that no rule matches is compared by its digits', () => {
    expect(phoneKey('205-555-0142 call after six')).toBe('2055550142')
    expect(phoneKey('')).toBe('')
  })
})

test.each([
  ['(205) 555-0142', '+12055550142'],
  ['2055550142 (cell)', '+12055550142'],
  ['tel:+1-205-555-0142', '+12055550142'],
  ['+44 7911 123456', '+447911123456'],
  ['(205) 555-0142 ext. 12', undefined],
  ['555-0142', undefined],
  ['(105) 555-0142', undefined],
  ['', undefined],
])('%j gets text messages as %s', (phone, number) => expect(toTextNumber(phone)).toBe(number))

test('an old form gets text messages at the new one', () =>
  expect(toTextNumber('Cell +52 1 55 1234 5678')).toBe('+525512345678'))

test('of the clinic can be dialed', () => {
  expect(dialable('2055550177')).toEqual({ e164: '+12055550177', display: '(205) 555-0177' })
  expect(dialable('205–555–0177')).toEqual({ e164: '+12055550177', display: '205-555-0177' })
  expect(dialable('205-555-0177 (front desk)')).toBeUndefined()
  expect(dialable('205-555-0177 (office)')).toEqual({ e164: '+12055550177', display: '205-555-0177' })
  for (const typed of ['555-0177', '(105) 555-0177', '205 555 0177 x12', 'call us', ''])
    expect(dialable(typed)).toBeUndefined()
})
