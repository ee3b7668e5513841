import { describe, expect, test } from 'vitest'
import { optionalField, singleLine, multiLine } from './plain-text.server.ts'

const rule = { blank: 'blank', most: 20, tooLong: 'too long' }
const sentenceOf = (
  schema: { safeParse(value: unknown): { error?: { issues: { message: string }[] } } },
  value: unknown,
) => schema.safeParse(value).error?.issues[0]?.message

describe('a single line', () => {
  test('is trimmed', () => expect(singleLine(rule).parse('  Maya Thomas ')).toBe('Maya Thomas'))
  test.each([undefined, '', '   ', '\t', '\u00a0\u3000', '\u200b\u2060'])('must not be blank: %j', (text) =>
    expect(sentenceOf(singleLine(rule), text)).toBe('blank'),
  )
  test('has a maximum length', () => expect(sentenceOf(singleLine(rule), 'x'.repeat(21))).toBe('too long'))
  test.each(['a\u0000b', 'a\nb', 'a\r\nBcc: b', 'a\u001bb', 'a\u2028b', 'a\u202eb', 'a\u2066b'])(
    'must not have hidden characters: %j',
    (text) => expect(sentenceOf(singleLine(rule), text)).toMatch(/can’t be shown/),
  )
  test.each(['Zoë', 'आयुर्वेद', '🙂', '👩🏽‍⚕️', 'مريم', 'שרה'])('accepts every script: %s', (text) =>
    expect(singleLine(rule).parse(text)).toBe(text),
  )
})

describe('multiple lines', () => {
  test('keep their breaks as LF', () => expect(multiLine(rule).parse(' a\r\nb\rc\n')).toBe('a\nb\nc'))
  test('may have tabs, but no other hidden characters', () => {
    expect(multiLine(rule).parse('a\tb')).toBe('a\tb')
    expect(sentenceOf(multiLine(rule), 'a\u0000b')).toMatch(/can’t be shown/)
  })
  test.each([' \r\n ', '\u200b\n\ufeff'])('must not be blank: %j', (text) =>
    expect(sentenceOf(multiLine(rule), text)).toBe('blank'),
  )
})

test('an optional field counts as missing when it is blank', () => {
  expect(optionalField(singleLine(rule)).parse('  ')).toBeUndefined()
  expect(optionalField(singleLine(rule)).parse(undefined)).toBeUndefined()
})
