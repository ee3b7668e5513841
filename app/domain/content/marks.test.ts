import { expect, test } from 'vitest'
import { hasMarks, mark, markedPaths, splitMarks, withoutMarks } from './marks.ts'

const heading = mark('teasers.items.0.heading', 'Prepare')

test('a text names its field, invisibly, and can do without', () => {
  expect(hasMarks(heading)).toBe(true)
  expect(markedPaths(`A ${heading}, ${mark('lead', 'b')}`)).toEqual(['teasers.items.0.heading', 'lead'])
  expect(withoutMarks(`A ${heading}, ${mark('lead', 'b')}`)).toBe('A Prepare, b')
  expect(heading.replaceAll(/\u200c|\u200d|[\u2060-\u2064]/g, '')).toBe('Prepare')
})

test('a text is cut where fields begin and end', () => {
  expect(splitMarks(`, ${heading}!`, undefined)).toEqual({
    pieces: [
      { text: ', ', path: undefined },
      { text: 'Prepare', path: 'teasers.items.0.heading' },
      { text: '!', path: undefined },
    ],
    open: undefined,
  })
})

test('a field may go on in the next text', () => {
  const [first = '', second = ''] = [heading.slice(0, -3), heading.slice(-3)]
  const { pieces, open } = splitMarks(first, undefined)
  expect(pieces).toEqual([{ text: 'Prepa', path: 'teasers.items.0.heading' }])
  expect(splitMarks(second, open)).toEqual({
    pieces: [{ text: 're', path: 'teasers.items.0.heading' }],
    open: undefined,
  })
})

test('an empty text is still a field', () => {
  expect(splitMarks(mark('lead', ''), undefined)).toEqual({ pieces: [{ text: '', path: 'lead' }], open: undefined })
})
