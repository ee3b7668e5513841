import { describe, expect, test } from 'vitest'
import { describeHostedService, filterSection } from './privacy-texts.ts'

const section = {
  id: 'stored',
  heading: 'What we store',
  paragraphs: ['Always true.', { feature: 'orders', text: 'Orders.' } as const],
  list: [{ feature: 'newsletter', text: 'Addresses.' } as const, { feature: 'booking', text: 'Answers.' } as const],
}

describe('a section of the privacy page', () => {
  test('has its fixed sentences and those of enabled features, in order', () => {
    expect(filterSection(new Set(['newsletter', 'booking']), section)).toEqual({
      ...section,
      paragraphs: ['Always true.'],
      list: ['Addresses.', 'Answers.'],
    })
  })

  test('is omitted while no feature needs it', () => {
    const onlyOrders = { ...section, paragraphs: [{ feature: 'orders', text: 'Orders.' } as const], list: undefined }
    expect(filterSection(new Set(), onlyOrders)).toBeUndefined()
    expect(filterSection(new Set(['orders']), onlyOrders)?.paragraphs).toEqual(['Orders.'])
  })
})

describe('a company that a setting adds', () => {
  const calendar = { feature: 'booking', text: (host: string) => `The calendar comes from ${host}.` } as const

  test('is named together with the feature that uses it', () => {
    expect(describeHostedService(new Set(['booking']), calendar, 'a.example', 'Not yet.')).toBe(
      'The calendar comes from a.example.',
    )
  })

  test('is named before that feature is available, and the page says so', () => {
    expect(describeHostedService(new Set(), calendar, 'a.example', 'Not yet.')).toBe(
      'The calendar comes from a.example. Not yet.',
    )
  })
})
