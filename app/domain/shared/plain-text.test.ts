import { describe, expect, test } from 'vitest'
import { mayBeBlank, oneLine, someLines } from './plain-text.ts'

const rule = { blank: 'blank', most: 20, tooLong: 'too long' }
const sentenceOf = (
  schema: { safeParse(value: unknown): { error?: { issues: { message: string }[] } } },
  value: unknown,
) => schema.safeParse(value).error?.issues[0]?.message

describe('one line', () => {
  test('is trimmed', () => expect(oneLine(rule).parse('  Maya Thomas ')).toBe('Maya Thomas'))
  test.each([undefined, '', '   ', '\t', '\u00a0\u3000', '\u200b\u2060'])('is not blank: %j', (text) =>
    expect(sentenceOf(oneLine(rule), text)).toBe('blank'),
  )
  test('has an end', () => expect(sentenceOf(oneLine(rule), 'x'.repeat(21))).toBe('too long'))
  test.each(['a\u0000b', 'a\nb', 'a\r\nBcc: b', 'a\u001bb', 'a\u2028b', 'a\u202eb', 'a\u2066b'])(
    'holds nothing hidden: %j',
    (text) => expect(sentenceOf(oneLine(rule), text)).toMatch(/can’t be shown/),
  )
  test.each(['Zoë', 'आयुर्वेद', '🙂', '👩🏽‍⚕️', 'مريم', 'שרה'])('holds every script: %s', (text) =>
    expect(oneLine(rule).parse(text)).toBe(text),
  )
})

describe('some lines', () => {
  test('keep their breaks as LF', () => expect(someLines(rule).parse(' a\r\nb\rc\n')).toBe('a\nb\nc'))
  test('may hold tabs, but nothing hidden', () => {
    expect(someLines(rule).parse('a\tb')).toBe('a\tb')
    expect(sentenceOf(someLines(rule), 'a\u0000b')).toMatch(/can’t be shown/)
  })
  test.each([' \r\n ', '\u200b\n\ufeff'])('are not blank: %j', (text) =>
    expect(sentenceOf(someLines(rule), text)).toBe('blank'),
  )
})

test('a field that may be blank counts as not there', () => {
  expect(mayBeBlank(oneLine(rule)).parse('  ')).toBeUndefined()
  expect(mayBeBlank(oneLine(rule)).parse(undefined)).toBeUndefined()
})
