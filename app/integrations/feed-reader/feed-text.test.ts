import { expect, test } from 'vitest'
import { decodeFeed } from './feed-text.ts'

test.each([
  ['an escape of Japanese (ISO-2022-JP)', '\u001b$B$"\u001b(B', 'iso-2022-jp', 'あ'],
  ['valid UTF-8, whatever is declared', Buffer.from('café \u001b').toString('latin1'), 'windows-1252', 'café \u001b'],
  ['the declared encoding', 'caf\u00e9', 'iso-8859-1', 'café'],
  ['windows-1252 where nothing fits', 'caf\u00e9', 'none', 'café'],
])('a feed is read as %s', (_, bytes, charset, text) => {
  expect(decodeFeed(Buffer.from(bytes, 'latin1'), `text/xml; charset=${charset}`)).toBe(text)
})
