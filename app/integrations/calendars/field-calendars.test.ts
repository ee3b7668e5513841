import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readBusyTimes } from './busy-times.ts'
import type { Oddity } from './calendar-work.ts'

const within = { from: Date.parse('2026-01-01T06:00:00Z'), until: Date.parse('2027-01-01T06:00:00Z') }
const read = (file: string | Uint8Array) => {
  const { busy, oddities } = readBusyTimes(file, { within, timeZone: 'America/Chicago', isOurs: () => false })
  const clock = (at: number) => new Date(at).toISOString().slice(5, 16)
  return { busy: busy.map(({ from, until }) => `${clock(from)}/${clock(until)}`), oddities }
}
const fromField = (name: string) => readFileSync(`tests/cases/calendars/${name}.ics`)

const hour = '03-05T15:00/03-05T16:00'
/** The clinic's March 5. */
const day = '03-05T06:00/03-06T06:00'

test.each<[string, string[], Oddity[]?]>([
  ['mark-at-the-beginning', [hour]],
  ['property-after-the-end', [hour], ['damaged']],
  ['parameter-without-a-value', [hour, '03-06T15:00/03-06T16:00'], ['damaged']],
  ['unescaped-line-break-in-text', [hour], ['damaged']],
  ['blanks-in-a-list-of-weekdays', [hour, '04-06T15:00/04-06T16:00', '04-07T15:00/04-07T16:00']],
  ['two-calendars-one-broken', [hour], ['damaged', 'unreadable-event']],
  ['cut-off-end', [hour], ['damaged']],
  ['old-mac-line-ends', [hour]],
  ['whole-day-in-a-calendar-of-india', [day]],
  ['whole-day-in-a-calendar-of-utc', [day]],
  ['whole-day-in-a-calendar-of-los-angeles', [day]],
  ['day-without-its-type', [day]],
  ['series-with-one-odd-change', ['03-02T06:00/03-03T06:00', '03-09T05:00/03-10T05:00', '03-16T05:00/03-17T05:00']],
  ['empty-exception', [hour]],
  ['change-that-names-only-the-day', [hour, '03-06T20:00/03-06T21:00']],
  ['end-of-series-as-a-day', ['03-01T15:00/03-01T16:00', '03-02T15:00/03-02T16:00']],
  [
    'nine-times-with-months-left-out',
    ['01-21T18', '02-18T18', '03-18T17', '04-15T17', '05-20T17'].map(
      (from) => `${from}:00/${from.slice(0, 6)}${Number(from.slice(6)) + 2}:00`,
    ),
  ],
  ['week-of-the-year', ['05-11T15:00/05-11T16:00']],
  ['zone-with-a-slash-before', [hour]],
  ['zone-as-windows-shows-it', [hour]],
  ['zone-with-a-number-after', [hour]],
  ['zone-utc-of-microsoft-unquoted', [hour]],
  ['zone-utc-of-microsoft-quoted', [hour]],
  ['zone-by-its-offset', [hour]],
  ['zone-described-only-later', ['03-05T14:00/03-05T15:00']],
  ['time-with-milliseconds', [hour]],
  ['time-with-dashes', [hour]],
  ['end-before-start', [hour], ['unclear-event']],
  ['whole-day-of-no-length', [day]],
])('%s', (name, busy, oddities = []) => expect(read(fromField(name))).toEqual({ busy, oddities }))

test.each(['weekday-as-a-number-elsewhere', 'month-out-of-range-elsewhere'])(
  '%s: what can be read of a rule repeats its event',
  (name) => {
    const { busy, oddities } = read(fromField(name))
    expect(busy.slice(0, 2)).toEqual([hour, '03-06T15:00/03-06T16:00'])
    expect(oddities).toEqual(['unclear-event'])
  },
)

const whole = fromField('parameter-without-a-value').toString().replace('ORGANIZER;CN=Some Firm', 'SUMMARY:tea')

test.each([
  ['UTF-16 with a mark', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ['UTF-16 without one', (text: string) => Buffer.from(text, 'utf16le')],
  ['UTF-16 the other way round', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
  ['what was decoded wrongly', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').toString()],
  ['a mark', (text: string) => `\uFEFF${text}`],
  ['lines that are folded in the middle of names', (text: string) => text.replaceAll('DTSTART', 'DTS\r\n TART')],
  ['a text that looks like a time', (text: string) => text.replaceAll('DTSTART:', 'DTSTART: at nine\r\nDTSTART:')],
  ['text before', (text: string) => `<b>Warning</b>: cache is old\r\n${text}`],
  ['ends that are missing', (text: string) => text.replace('END:VEVENT', 'BEGIN:VALARM\r\nACTION:DISPLAY')],
  ['small letters and blanks', (text: string) => text.replaceAll('VEVENT', ' vevent ').replace('DTSTART', 'dtstart')],
])('%s', (_, change) => expect(read(change(whole)).busy).toEqual([hour, '03-06T15:00/03-06T16:00']))

test('one bad line loses no other event, and nothing takes long', () => {
  const lines = whole.split(/\r?\n/)
  const second = lines.lastIndexOf('BEGIN:VEVENT')
  const junk = fc.oneof(
    fc.string({ maxLength: 200 }),
    fc.constantFrom(':', ';', '=', 'DTSTART', 'RRULE:', 'RRULE:FREQ=', 'EXDATE;TZID=:', 'DURATION:P', 'RECURRENCE-ID:'),
    fc.constantFrom('RRULE:FREQ=DAILY;INTERVAL=0', 'RRULE:FREQ=YEARLY;BYWEEKNO=99', 'RDATE:20260230', 'DTEND:1'),
  )
  const at = fc.integer({ min: second, max: lines.length - 3 })
  fc.assert(
    fc.property(junk, at, fc.boolean(), (line, index, isAdded) => {
      // A calendar may not say that it begins or ends there.
      fc.pre(!/^\s*(?:BEGIN|END)\s*[:;]/i.test(line))
      const begun = performance.now()
      const { busy } = read(lines.toSpliced(index, isAdded ? 0 : 1, line).join('\r\n'))
      expect(busy).toContain(hour)
      expect(performance.now() - begun).toBeLessThan(5_000)
    }),
    { numRuns: 500 },
  )
})

test.each([
  [
    'America/Chicago',
    ['(UTC-06:00) Central Time (US & Canada)', 'Central Time (US & Canada)', 'Central Standard Time'],
  ],
  ['America/Chicago', ['/example.org/2026_1/America/Chicago', 'America/Chicago 2', '"America/Chicago"', 'US/Central']],
  ['Europe/Berlin', ['W. Europe Standard Time', '(UTC+01:00) Amsterdam, Berlin, Bern, Rome', 'Europe/Berlin-1']],
  ['UTC', ['(UTC) Coordinated Universal Time', 'tzone://Microsoft/Utc', 'Z', 'utc', 'GMT', 'Etc/UTC']],
  ['+05:30', ['UTC+05:30', 'GMT+0530', '(UTC+05:30) Nowhere']],
])('%s has many names', (zone, names) => {
  const at = Temporal.PlainDateTime.from('2026-03-05T09:00').toZonedDateTime(zone).epochMilliseconds
  for (const name of names) {
    const { busy, oddities } = read(
      fromField('zone-with-a-slash-before')
        .toString()
        .replaceAll('/Europe/Vienna', name)
        .replace('T160000', 'T090000')
        .replace('T170000', 'T100000'),
    )
    expect([busy[0]?.slice(0, 11), oddities], name).toEqual([new Date(at).toISOString().slice(5, 16), []])
  }
})
