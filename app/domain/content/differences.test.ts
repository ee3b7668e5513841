import { expect, test } from 'vitest'
import type { Fields } from './content-schema.ts'
import { listDifferences } from './differences.server.ts'

const line = (label: string) => ({ kind: 'line', label, max: 60 }) as const
const fields: Fields = {
  lead: line('Lead'),
  isOpen: { kind: 'switch', label: 'Open' },
  cards: {
    kind: 'group',
    label: 'Cards',
    fields: { items: { kind: 'list', label: 'Cards', each: 'Card', fields: { name: line('Name') } } },
  },
}
const record = (...names: string[]) => ({
  lead: 'Oil',
  isOpen: true,
  cards: { items: names.map((name) => ({ name })) },
})

test('changed fields are named as on the page, with both texts', () => {
  const before = record('One', 'Two')
  const after = { ...record('One', 'Second'), lead: 'Warm oil', isOpen: false }
  expect(listDifferences(fields, before, after)).toMatchObject([
    { label: 'Lead', before: 'Oil', after: 'Warm oil' },
    { label: 'Open', before: 'on', after: '' },
    { label: 'Cards · Card 2 · Name', before: 'Two', after: 'Second' },
  ])
})

test('an item that was removed or added is one difference, wherever it stood', () => {
  const [two, three] = [record('One', 'Three'), record('One', 'Two', 'Three')]
  expect(listDifferences(fields, three, two)).toMatchObject([{ label: 'Cards · Card 2', removed: [{ value: 'Two' }] }])
  expect(listDifferences(fields, two, three)).toMatchObject([{ label: 'Cards · Card 2', added: [{ value: 'Two' }] }])
  expect(listDifferences(fields, record('One', 'One'), record('One'))).toHaveLength(1)
})

test('what is alike, or was not there yet, makes no difference', () => {
  expect(listDifferences(fields, record('One'), record('One'))).toEqual([])
  expect(listDifferences(fields, {}, { lead: '' })).toEqual([])
})
