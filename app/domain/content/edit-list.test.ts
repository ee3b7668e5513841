import { expect, test } from 'vitest'
import type { Fields } from './content-schema.ts'
import { editList } from './edit-list.ts'

const fields = {
  title: { kind: 'line', label: 'Title', max: 40 },
  part: {
    kind: 'group',
    label: 'Part',
    fields: {
      items: {
        kind: 'list',
        label: 'Items',
        each: 'Item',
        least: 1,
        most: 3,
        fields: {
          text: { kind: 'line', label: 'Text', max: 40 },
          notes: {
            kind: 'list',
            label: 'Notes',
            each: 'Note',
            most: 2,
            fields: { text: { kind: 'line', label: 'Text', max: 40 } },
          },
        },
      },
      fixed: { kind: 'list', label: 'Fixed', each: 'One', fields: { text: { kind: 'line', label: 'Text', max: 40 } } },
    },
  },
} as const satisfies Fields

const item = (text: string, notes: string[] = []) => ({ text, notes: notes.map((note) => ({ text: note })) })
const record = (...items: ReturnType<typeof item>[]) => ({
  title: 'Title',
  part: { items, fixed: [{ text: 'x' }, { text: 'y' }] },
})
const [a, b, c] = [item('a', ['n']), item('b'), item('c')]

test.each([
  ['add part.items', record(a, b), record(a, b, item(''))],
  ['remove part.items.0', record(a, b), record(b)],
  ['up part.items.2', record(a, b, c), record(a, c, b)],
  ['down part.items.0', record(a, b, c), record(b, a, c)],
  ['add part.items.0.notes', record(a), record(item('a', ['n', '']))],
  ['remove part.items.0.notes.0', record(a), record(item('a'))],
])('%s', (command, before, after) => {
  const kept = structuredClone(before)
  expect(editList(fields, before, command)).toEqual(after)
  expect(before, 'the record itself stays').toEqual(kept)
})

test.each([
  'add part.fixed',
  'remove part.fixed.0',
  'add part',
  'add title',
  'add nothing',
  'add __proto__',
  'add part.items.7.notes',
  'remove part.items.0',
  'remove part.items.9',
  'remove part.items.-1',
  'remove part.items.x',
  'remove part.items.__proto__',
  'up part.items.0',
  'down part.items.0',
  'erase part.items.0',
  'add',
  '',
])('%j does nothing to a list of one', (command) => {
  expect(editList(fields, record(a), command)).toBeUndefined()
})

test('a full list takes no more', () => {
  expect(editList(fields, record(a, b, c), 'add part.items')).toBeUndefined()
})
