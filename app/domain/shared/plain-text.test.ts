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
  test.each(['a\u0000b', 'a\nb', 'a\r\nBcc: b', 'a\u001bb', 'a\u0092b'])(
    'must not have hidden characters: %j',
    (text) => expect(sentenceOf(singleLine(rule), text)).toMatch(/can’t be shown/),
  )
  test.each([
    ['\u2068Maya Thomas\u2069', 'Maya Thomas'],
    ['\u202aMaya\u202c \u200eThomas', 'Maya Thomas'],
    ['\ufeffMa\u00adya\u200b\u2060 Thomas', 'Maya Thomas'],
    ['Ma\u200dya Tho\u200cmas\ufe0f', 'Maya Thomas'],
    ['Maya\tThomas', 'Maya Thomas'],
    ['Maya\u2028Thomas', 'Maya Thomas'],
    ['Maya\vThomas\t', 'Maya Thomas'],
    ['M\u3164a\u{e0041}', 'Ma'],
    ['علی\u200c', 'علی'],
  ])('%j loses the marks that nobody sees: %s', (typed, kept) => expect(singleLine(rule).parse(typed)).toBe(kept))
  test.each([
    ...[
      'مهری\u200cناز',
      'ශ්\u200dරී',
      'क्\u200dष',
      'ര്\u200d',
      'ಕ್\u200cಷ',
      '👩\u200d⚕\ufe0f',
      '葛\u{e0100}城',
      'Zoe\u0308',
    ],
    ...['Zoë', 'आयुर्वेद', '🙂', '👩🏽‍⚕️', '👨‍👩‍👧', '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}', 'مريم', 'שרה'],
  ])('accepts every script: %s', (text) => expect(singleLine(rule).parse(text)).toBe(text))
})

describe('multiple lines', () => {
  test('keep their breaks as LF', () => expect(multiLine(rule).parse(' a\r\nb\rc\n')).toBe('a\nb\nc'))
  test('may have tabs, but no other hidden characters', () => {
    expect(multiLine(rule).parse('a\tb')).toBe('a\tb')
    expect(sentenceOf(multiLine(rule), 'a\u0000b')).toMatch(/can’t be shown/)
  })
  test('lose marks that turn the reading direction', () =>
    expect(multiLine(rule).parse('\ufeff\u2068a\u2069 \u202eb\u202c')).toBe('a b'))
  test.each([' \r\n ', '\u200b\n\ufeff'])('must not be blank: %j', (text) =>
    expect(sentenceOf(multiLine(rule), text)).toBe('blank'),
  )
})

test('an optional field counts as missing when it is blank', () => {
  expect(optionalField(singleLine(rule)).parse('  ')).toBeUndefined()
  expect(optionalField(singleLine(rule)).parse(undefined)).toBeUndefined()
})
