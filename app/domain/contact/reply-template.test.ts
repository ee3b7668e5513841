import { expect, test } from 'vitest'
import { fillTemplate, insertTemplate } from './reply-template.ts'

test('placeholders are filled in, and nothing else changes', () => {
  const values = { name: '$& {clinic}', clinic: 'Hoover Ayurveda' }
  expect(fillTemplate('Dear {name}, {Name} {other} {name}\n{clinic}', values)).toBe(
    'Dear $& {clinic}, {Name} {other} $& {clinic}\nHoover Ayurveda',
  )
})

test('a template follows what was written', () => {
  expect(insertTemplate(' \n', 'Dear Ann,')).toBe('Dear Ann,')
  expect(insertTemplate('Thanks.\n', 'See you soon.')).toBe('Thanks.\n\nSee you soon.')
})
