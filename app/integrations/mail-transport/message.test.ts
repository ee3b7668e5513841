import { expect, test } from 'vitest'
import { oneLine } from './message.server.ts'

test.each([
  ['a line break and a header of its own', 'Maya\r\nBcc: all@evil.example', 'Maya Bcc: all@evil.example'],
  ['an encoded word, which mail programs decode', '=?utf-8?B?Q2xpbmlj?=', '= ?utf-8?B?Q2xpbmlj?='],
  ['an encoded word inside another', '==?x?q?a?==?utf-8?q?b?=', '== ?x?q?a?== ?utf-8?q?b?='],
  ['characters that reverse the direction of text', 'Maya \u202Egnp.exe\u202C \u2066x\u2069\u200F', 'Maya gnp.exe x'],
  ['invisible characters', 'Ma\u200Bya\uFEFF', 'Maya'],
  ['names as people have them', "Zoë O'Brien-मीरा = ok?", "Zoë O'Brien-मीरा = ok?"],
])('a subject or name is one line without deceptive characters: %s', (_, typed, line) => {
  expect(oneLine(typed)).toBe(line)
})
