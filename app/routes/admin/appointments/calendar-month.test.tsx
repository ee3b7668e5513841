import { expect, test } from 'vitest'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { clinicOfThree } from '#tests/support/calendar.ts'
import { render } from '#tests/support/render.tsx'
import { DayStrip, MiniMonth, MonthTable } from './calendar-month.tsx'
import { toMonth } from './calendar-month.server.ts'
import { readQuery } from './calendar-query.server.ts'

// Thursday, December 31, 2026.
const today = Temporal.PlainDate.from('2026-12-31')
const query = readQuery(new URLSearchParams('view=month&day=2026-12-08'), today, clinicOfThree)
const month = () =>
  toMonth(query, contentFacts(today.toZonedDateTime('America/Chicago').epochMilliseconds), today, {
    view: 'day',
    counts: new Map([
      ['2026-12-08', 2],
      ['2026-12-09', 1],
    ]),
  })

test('each day of a month is below its own weekday', () => {
  const columns = render(<MonthTable month={month()} />).match(/(?<=<th scope="col">)\w+/g) ?? []
  for (const [index, { name, key }] of month().weeks[1]!.entries())
    expect(columns[index], name).toBe(Temporal.PlainDate.from(key).toLocaleString('en-US', { weekday: 'short' }))
})

test('a month has whole weeks, marks of other months, closed days, today and the chosen day, and counts', () => {
  const { weeks, title, previous, next } = month()
  expect([title, weeks.map((week) => week[0]!.key)]).toEqual([
    'December 2026',
    ['2026-11-29', '2026-12-06', '2026-12-13', '2026-12-20', '2026-12-27'],
  ])
  expect([previous, next].map((href) => /day=([\d-]+)/.exec(href)![1])).toEqual(['2026-11-01', '2027-01-01'])
  const cells = render(<MonthTable month={month()} />).match(/<td.*?<\/td>/g)!
  const cell = (index: number) => cells[index]!
  expect(cell(0)).toMatch(/class="other off".*>closed</)
  expect(cell(1)).toMatch(/class="other"/)
  expect(cell(2)).toMatch(/<td><a href="[^"]*view=day&day=2026-12-01"/)
  expect(cell(9)).toMatch(/aria-current="true".*data-short="2">2 appointments</)
  expect(cell(10)).toMatch(/<td><a (?!.*aria-current).*>1 appointment</)
  expect(cell(11)).not.toMatch(/data-short|closed|appointment</)
  expect(cell(32)).toMatch(/class="today"><a aria-current="date"/)
  expect(render(<MiniMonth month={month()} />).match(/<td.*?<\/td>/g)![9]).toContain('aria-current="true"')
  expect(render(<DayStrip month={month()} />).match(/day=[\d-]+/g)).toEqual(
    [6, 7, 8, 9, 10, 11, 12].map((day) => `day=2026-12-${String(day).padStart(2, '0')}`),
  )
})
