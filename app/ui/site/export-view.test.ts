import { expect, test } from 'vitest'
import { toShownSections } from './export-view.ts'

test('a copy to read has words where the program has codes', () => {
  const items = [
    { kind: 'data-code', status: 'sent' },
    { kind: 'no-show', status: 'cancelled', text: 'no-show' },
  ]
  const [section] = toShownSections([{ name: 'emails', items }])
  expect(section?.items).toEqual([
    [
      { name: 'Kind', text: 'code for opening personal data' },
      { name: 'Status', text: 'sent' },
    ],
    [
      { name: 'Kind', text: 'no show' },
      { name: 'Status', text: 'canceled' },
      { name: 'Text', text: 'no-show' },
    ],
  ])
})
