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
  ['lines that are indented', (text: string) => text.replaceAll(/^/gm, '  ')],
  ['parts that are indented', (text: string) => text.replaceAll(/^(?!.*VCALENDAR)/gm, '\t')],
  ['events without a calendar', (text: string) => text.replaceAll(/^.*(?:VCALENDAR|VERSION|PRODID).*\r?\n/gm, '')],
  ['a text that looks like a beginning', (text: string) => text.replace('DTSTART', 'BEGIN: now\r\nDTSTART')],
  ['texts that look like the end', (text: string) => text.replaceAll('DTSTART', 'END:VEVENT\r\nDTSTART')],
  ['a text that looks like the end, after the start', (text: string) => text.replace('DTEND', 'END:VEVENT\r\nDTEND')],
  ['a beginning that is missing', (text: string) => text.replace(/(END:VEVENT\s+)BEGIN:VEVENT/, '$1')],
  ['an alarm without end', (text: string) => text.replace('DTSTART', 'BEGIN:VALARM\r\nACTION:DISPLAY\r\nDTSTART')],
  [
    'a task and a zone after an event without end',
    (text: string) =>
      text.replace(
        'END:VEVENT',
        'BEGIN:VTODO\r\nDTSTART:20260301T150000Z\r\nEND:VTODO\r\nBEGIN:VTIMEZONE\r\nBEGIN:STANDARD\r\n' +
          'DTSTART:19700101T000000\r\nEND:STANDARD\r\nEND:VTIMEZONE',
      ),
  ],
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
  [
    'America/Chicago',
    ['CST', 'CDT', 'Central Daylight Time', 'SystemV/CST6CDT', 'CST6CDT,M3.2.0,M11.1.0', 'SystemV/CST'],
  ],
  [
    'America/Chicago',
    ['America%2FChicago', 'Chicago', 'tz:America/Chicago', 'America-Chicago', 'US Central Standard Time'],
  ],
  ['America/Chicago', ['GMT -0600 (Standard) / GMT -0500 (Daylight)', '(GMT-06.00) Central Time (US & Canada)']],
  ['America/New_York', ['UTC-05:00 Eastern', '(GMT-05:00) Indiana (East)', 'EDT', 'EST5EDT4,M3.2.0,M11.1.0']],
  ['America/Los_Angeles', ['(GMT-08:00) Pacific Time (US & Canada); Tijuana', 'PST', 'PDT', 'US/Pacific-New']],
  ['America/Denver', ['(UTC-07:00) Mountain Time (US & Canada)', 'MDT']],
  ['America/Phoenix', ['(UTC-07:00) Arizona', 'US Mountain Standard Time']],
  ['America/Halifax', ['AST', '(GMT-04:00) Atlantic Time (Canada)']],
  ['Europe/London', ['BST', '(GMT) Greenwich Mean Time : Dublin, Edinburgh, Lisbon, London']],
  ['Asia/Kolkata', ['IST', '(GMT+05:30) Chennai, Kolkata, Mumbai, New Delhi']],
  ['Africa/Nairobi', ['EAT']],
  ['Asia/Tokyo', ['JST']],
  ['Europe/Berlin', ['W. Europe Standard Time', '(UTC+01:00) Amsterdam, Berlin, Bern, Rome', 'Europe/Berlin-1']],
  ['Europe/Berlin', ['MESZ', 'Mitteleuropäische Zeit', '(GMT+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna']],
  ['UTC', ['(UTC) Coordinated Universal Time', 'tzone://Microsoft/Utc', 'Z', 'utc', 'GMT', 'Etc/UTC']],
  ['+05:30', ['UTC+05:30', 'GMT+0530', '(UTC+05:30) Nowhere']],
  ['-06:00', ['UTC-6', 'Etc/GMT+6', 'SystemV/CST6', 'GMT-06:00']],
])('%s has many names, in winter and in summer', (zone, names) => {
  for (const month of ['03', '06']) {
    const at = Temporal.PlainDateTime.from(`2026-${month}-05T09:00`).toZonedDateTime(zone).epochMilliseconds
    for (const name of names) {
      const { busy, oddities } = read(
        fromField('zone-with-a-slash-before')
          .toString()
          .replaceAll('/Europe/Vienna', name)
          .replaceAll('20260305T16', `2026${month}05T09`)
          .replaceAll('20260305T17', `2026${month}05T10`),
      )
      expect([busy[0]?.slice(0, 11), oddities], name).toEqual([new Date(at).toISOString().slice(5, 16), []])
    }
  }
})

test('every name that Intl takes for a zone is one, or is said to be unknown', () => {
  for (const name of 'ACT AET AGT ART AST BET BST CAT CNT CST CTT EAT ECT IET IST JST MIT NET NST PNT SST VST'.split(
    ' ',
  )) {
    const event = (tzid: string) => `BEGIN:VEVENT\r\nDTSTART${tzid}:20260305T150000\r\nDURATION:PT1H\r\nEND:VEVENT\r\n`
    for (const file of [
      event(`;TZID=${name}`),
      `X-WR-TIMEZONE:${name}\r\n${event('')}`,
      `BEGIN:VFREEBUSY\r\nFREEBUSY;TZID=${name}:20260305T150000/PT1H\r\nEND:VFREEBUSY\r\n`,
      event('').replace('END:', `RRULE:FREQ=DAILY;COUNT=1\r\nEXDATE;TZID=${name}:20261203T150000\r\nEND:`),
    ]) {
      const { busy, oddities } = read(`BEGIN:VCALENDAR\r\n${file}END:VCALENDAR`)
      expect([busy.length, oddities], name + file).toEqual([1, []])
    }
  }
})

const described = (name: string, ...lines: string[]) => `BEGIN:VTIMEZONE
TZID:${name}
${lines.join('\n')}
END:VTIMEZONE
BEGIN:VEVENT
DTSTART;TZID=${name}:20260605T090000
DURATION:PT1H
END:VEVENT`
const rule = (name: string, from: number, to: number, ...lines: string[]) =>
  [`BEGIN:${name}`, ...lines, `TZOFFSETFROM:-0${from}00`, `TZOFFSETTO:-0${to}00`, `END:${name}`].join('\n')
const isCentral = [
  rule('STANDARD', 5, 6, 'DTSTART:16010101T020000', 'RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11'),
  rule('DAYLIGHT', 6, 5, 'DTSTART:16010101T020000', 'RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3'),
]

test.each<[string, string, number]>([
  ['an abbreviation, as the calendar describes it', described('PST', ...isCentral), 14],
  ['another one', described('EST', ...isCentral), 14],
  ['another spelling', described('My Zone', ...isCentral).replace('TZID=My Zone', 'TZID="my zone"'), 14],
  ['a city', described('Berlin', ...isCentral), 14],
  ['its place beside it', described('Zone 7', 'X-LIC-LOCATION:Europe/Berlin', ...isCentral), 7],
  ['no beginning', described('Zone 7', ...isCentral.map((text) => text.replace(/DTSTART.*\n/, ''))), 14],
  ['neither beginning nor rules', described('Zone 7', rule('STANDARD', 5, 6), rule('DAYLIGHT', 6, 5)), 14],
  ['one offset for ever', described('Zone 7', rule('STANDARD', 7, 7)), 16],
])('a described zone with %s', (_, file, hours) =>
  expect(read(`BEGIN:VCALENDAR\n${file}\nEND:VCALENDAR`)).toEqual({
    busy: [`06-05T${String(hours).padStart(2, '0')}:00/06-05T${String(hours + 1).padStart(2, '0')}:00`],
    oddities: [],
  }),
)

test('a zone that is described without rules and like none is said to be unknown', () =>
  expect(
    read(`BEGIN:VCALENDAR\n${described('Zone 7', rule('STANDARD', 1, 2), rule('DAYLIGHT', 1, 9))}\nEND:VCALENDAR`),
  ).toEqual({ busy: ['06-05T14:00/06-05T15:00'], oddities: ['unknown-zone'] }))
