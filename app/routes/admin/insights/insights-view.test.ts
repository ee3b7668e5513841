import { expect, test } from 'vitest'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { directSource } from '#app/domain/insights/arrival.ts'
import type { Insights } from '#app/domain/insights/insights.server.ts'
import { leadTimes } from '#app/domain/insights/lead-times.ts'
import { type PeriodName, toPeriod } from '#app/domain/insights/period.ts'
import { toInsightsView } from './insights-view.server.ts'
import { insightsPage as words } from './words.ts'

/** A Wednesday; the four weeks begin on Sunday, December 14, the twelve months in February 2025. */
const now = Date.parse('2026-01-07T18:00:00Z')

const outcomes = { kept: 0, 'no-show': 0, canceled: 0, 'canceled-late': 0 }
const none: Insights = {
  ...{ total: 0, before: 0, parts: [0, 0, 0, 0], outcomes, noShowRate: undefined, fill: [], products: [] },
  ...{ revenue: undefined, searches: [], newsletters: [], failedEmails: [] },
  lead: leadTimes.map(({ name }) => ({ name, count: 0 })),
  patients: { first: 0, returning: 0, unknown: 0 },
  ...{ sources: { named: [], other: 0 }, campaigns: { named: [], other: 0 } },
}
const show = (some: Partial<Insights>, name: PeriodName = '4-weeks') =>
  toInsightsView({ ...none, ...some }, toPeriod(name, now, clinicTimeZone))
const toTable = (rows: { name: string; values: string[] }[]) => rows.map(({ name, values }) => [name, ...values])

test('the summary says what there is, and compares it with the period before', () => {
  const count = (total: number, before: number | undefined) => show({ total, before }).summary[0]!.text
  const { appointments, more, fewer, same, first, noShows, revenue } = words.summary
  expect(count(20, 12)).toBe(`${appointments}, ${more(8, '4-weeks')}`)
  expect(count(12, 20)).toBe(`${appointments}, ${fewer(8, '4-weeks')}`)
  expect(count(12, 12)).toBe(`${appointments}, ${same('4-weeks')}`)
  expect(count(12, undefined)).toBe(appointments)
  const noShowRate = { share: 0.0512, likely: { from: 0.02, to: 0.15 } }
  const patients = { first: 50, returning: 50, unknown: 0 }
  expect(show({ total: 100, patients, noShowRate, revenue: 12_345 }).summary.slice(1)).toEqual([
    { value: '50%', text: first },
    { value: '5.1%', text: noShows },
    { value: '$123.45', text: revenue },
  ])
  expect(show({ total: 9, patients: { ...patients, first: undefined } }).summary).toHaveLength(1)
  for (const unknown of [0, undefined]) expect(show({ total: unknown, revenue: unknown }).summary).toEqual([])
})

test('weeks and months say the month or the year where it changes, and that the last one still runs', () => {
  const { lead, bookings } = show({ total: 47, parts: [5, 30, undefined, 12] })
  expect([lead, bookings.finding]).toEqual([
    words.lead('December 14, 2025'),
    words.bookings.most.week('December 21, 2025', '30'),
  ])
  expect(bookings.bars).toMatchObject([
    { label: ['14', 'Dec'], value: '5', height: 16.7, striped: true },
    { label: ['21', ''], x: 26.8, width: 21.5, height: 100, striped: false },
    { label: ['28', ''], value: words.hiddenMark, count: words.hidden, height: undefined, striped: false },
    { name: 'January 4 (this week so far)', label: ['4', 'Jan'], height: 40, striped: true },
  ])
  const months = show({ total: 9, parts: [9, ...Array<number>(11).fill(0)] }, '1-year').bookings
  expect(months.finding).toBe(words.bookings.most.month('February 2025', '9'))
  expect(months.bars.map(({ label }) => label[1])).toEqual(['2025', ...Array<string>(10).fill(''), '2026'])
  expect(months.bars.at(-1)!.name).toBe('January 2026 (this month so far)')
})

test('outcomes, patients and times ahead have their share and their largest row, hide what is small, or say that there is nothing', () => {
  const [kept, first] = [
    { ...outcomes, kept: 180, 'no-show': 20 },
    { first: 150, returning: 50, unknown: 0 },
  ]
  const view = show({
    ...{ total: 200, outcomes: { ...kept, canceled: undefined, 'canceled-late': 9 }, patients: first },
    noShowRate: { share: 0.1, likely: { from: 0.0654, to: 0.1499 } },
    lead: leadTimes.map(({ name }, index) => ({ name, count: [undefined, 7, 90, 90, 8, 0][index] })),
  })
  const { of, likely, noNoShow, tooFew } = words.outcomes
  expect(view.outcomes).toMatchObject({
    ...{ isEmpty: false, rate: { share: '10%', of: of('20', '200'), likely: likely('6.5%', '15%') } },
    rows: [{ width: 100, few: false }, { width: 11.1 }, { values: [words.hidden], width: undefined }, { few: true }],
  })
  expect(view.patients).toMatchObject({ isEmpty: false, finding: words.patients.finding('75%') })
  expect(view.patients.rows).toHaveLength(2)
  expect(view.leadTimes).toMatchObject({ isEmpty: false, finding: words.leadTimes.finding('3 to 6 days') })
  const hidden = { first: undefined, returning: undefined, unknown: 6 }
  const few = show({ total: 9, outcomes: { ...outcomes, 'no-show': undefined }, patients: hidden })
  expect(few.outcomes).toMatchObject({ isEmpty: false, rate: undefined, finding: tooFew })
  expect(few.patients).toMatchObject({ finding: undefined, rows: [{}, {}, { name: words.patients.names.unknown }] })
  const empty = show({})
  expect(empty.outcomes).toMatchObject({ isEmpty: true, finding: noNoShow })
  for (const { isEmpty, finding } of [empty.bookings, empty.patients, empty.leadTimes])
    expect([isEmpty, finding]).toEqual([true, undefined])
})

test('the map has open days and hours in order, and names the fullest and the emptiest hour', () => {
  const cell = (weekday: number, hour: number, share: number | undefined) => ({ weekday, hour, share })
  const { days, hours, finding } = show({
    fill: [cell(1, 14, 0.85), cell(1, 9, 0.346), cell(7, 9, undefined), cell(3, 14, 0.54)],
  }).fill
  expect(days).toEqual(['Sunday', 'Monday', 'Wednesday'])
  expect(hours).toEqual([
    { name: '9 am', cells: [{ text: words.fill.few, step: 0 }, { text: '35%', step: 2 }, undefined] },
    { name: '2 pm', cells: [undefined, { text: '85%', step: 5 }, { text: '54%', step: 2 }] },
  ])
  const { most, least, at } = words.fill
  expect(finding).toBe(`${most(at('Monday', '2 pm'))} ${least(at('Monday', '9 am'))}`)
  expect(show({ fill: [cell(1, 9, 0.5), cell(2, 9, 0.5)] }).fill.finding).toBeUndefined()
})

test('revenue, sources, campaigns and newsletters are rows of their figures', () => {
  const product = (name: string, orders?: number, cents?: number) => ({ productId: name, name, orders, cents })
  const newsletter = { title: 'Tea', startedAt: Date.parse('2025-12-20T18:00:00Z') }
  const view = show({
    products: [product('Tea', 10, 20_000), product('Balm', 40, 5_000), product('Oil')],
    revenue: 25_500,
    sources: { named: [directSource, 'a.example'].map((name) => ({ name, count: 1_200 })), other: undefined },
    campaigns: { named: [], other: 6 },
    newsletters: [
      { ...newsletter, id: 'one', delivered: 10, stored: 0, failed: undefined },
      { ...newsletter, id: 'two', delivered: 0, stored: 7, failed: 0 },
    ],
  })
  const { orders, finding } = words.revenue
  expect([view.revenue.finding, view.sources.finding]).toEqual([
    finding('$255.00', 'Tea'),
    words.sources.finding('a.example', '1,200'),
  ])
  expect(view.revenue.rows.map(({ values, width }) => [...values, width])).toEqual([
    ['$200.00', orders(10), 100],
    ['$50.00', orders(40), 25],
    [words.hidden, words.hidden, undefined],
  ])
  const { direct, other } = words.sources
  expect(toTable(view.sources.rows).flat()).toEqual([direct, '1,200', 'a.example', '1,200', other, words.hidden])
  expect(toTable(view.campaigns.rows)).toEqual([[words.campaigns.other, '6']])
  const { failed } = words.newsletters
  expect(toTable(view.newsletters.rows)).toEqual([
    ['Tea (December 20, 2025)', '10', failed(undefined)],
    ['Tea (December 20, 2025)', '7', failed(0)],
  ])
  const less = show({ sources: { named: [{ name: directSource, count: 9 }], other: 0 }, revenue: 0 })
  expect([less.sources.rows.length, less.sources.finding, less.campaigns.rows]).toEqual([1, undefined, []])
  expect([less.revenue.finding, less.fill.finding]).toEqual([undefined, undefined])
})
