import { expect, test } from 'vitest'
import { readBusyTimes } from './busy-times.ts'

const timeZone = 'America/Chicago'
const march = {
  from: Date.parse('2026-03-01T06:00:00Z'),
  until: Date.parse('2026-04-01T05:00:00Z'),
}

const calendar = (...lines: string[]) => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:one@example.org', ...lines, 'END:VEVENT'].join('\r\n')

function read(text: string, within = march) {
  const { busy, oddities } = readBusyTimes(text, { within, timeZone, isOurs: (uid) => uid.endsWith('@ours.example') })
  const clock = (at: number) => new Date(at).toISOString().slice(5, 16)
  return { busy: busy.map(({ from, until }) => `${clock(from)}/${clock(until)}`), oddities }
}
const busyIn = (...events: string[]) => read(calendar(...events.map((lines) => lines))).busy

test.for<[string, string[], string[]]>([
  ['an event in UTC', [event('DTSTART:20260303T150000Z', 'DTEND:20260303T160000Z')], ['03-03T15:00/03-03T16:00']],
  [
    'an event in a zone of its own, before and after the clocks change',
    [
      event('DTSTART;TZID=America/New_York:20260307T090000', 'DURATION:PT1H'),
      event('DTSTART;TZID=America/New_York:20260309T090000', 'DURATION:PT1H').replace('one@', 'two@'),
    ],
    ['03-07T14:00/03-07T15:00', '03-09T13:00/03-09T14:00'],
  ],
  [
    'a floating time, which is on the clock of the clinic',
    [event('DTSTART:20260303T090000', 'DTEND:20260303T100000')],
    ['03-03T15:00/03-03T16:00'],
  ],
  [
    'a floating time of a calendar with a zone',
    ['X-WR-TIMEZONE:Europe/Berlin', event('DTSTART:20260303T090000', 'DTEND:20260303T100000')],
    ['03-03T08:00/03-03T09:00'],
  ],
  [
    "a name of Microsoft's",
    [event('DTSTART;TZID=Eastern Standard Time:20260303T090000', 'DURATION:PT30M')],
    ['03-03T14:00/03-03T14:30'],
  ],
  [
    'a long name of a zone',
    [event('DTSTART;TZID=/freeassociation.sourceforge.net/Tzfile/America/Denver:20260303T090000', 'DURATION:PT30M')],
    ['03-03T16:00/03-03T16:30'],
  ],
  [
    'a whole day, which has 23 hours when the clocks change',
    [event('DTSTART;VALUE=DATE:20260308')],
    ['03-08T06:00/03-09T05:00'],
  ],
  [
    'whole days up to the exclusive end',
    [event('DTSTART;VALUE=DATE:20260310', 'DTEND;VALUE=DATE:20260312')],
    ['03-10T05:00/03-12T05:00'],
  ],
  [
    'a time that the clocks skip',
    [event('DTSTART;TZID=America/Chicago:20260308T023000', 'DURATION:PT1H')],
    ['03-08T08:30/03-08T09:30'],
  ],
  [
    'an event without a length',
    [event('DTSTART:20260303T150000Z'), event('DTSTART:20260304T150000Z', 'DTEND:20260304T150000Z')],
    [],
  ],
  [
    'an event that ends before it starts, the other way round, and by more than a day as the day of its start',
    [
      event('DTSTART:20260304T150000Z', 'DTEND:20260304T140000Z'),
      event('DTSTART:20260306T150000Z', 'DTEND:19260306T160000Z').replace('one@', 'two@'),
    ],
    ['03-04T14:00/03-04T15:00', '03-06T06:00/03-07T06:00'],
  ],
  [
    'an event that is free, canceled, or free in the words of Microsoft',
    ['TRANSP:TRANSPARENT', 'STATUS:CANCELLED', 'X-MICROSOFT-CDO-BUSYSTATUS:FREE'].map((line) =>
      event('DTSTART:20260303T150000Z', 'DURATION:PT1H', line),
    ),
    [],
  ],
  [
    'our own appointment, which came back',
    [event('DTSTART:20260303T150000Z', 'DURATION:PT1H').replace('one@example.org', 'one@ours.example')],
    [],
  ],
  [
    'events that touch or overlap, as one time',
    [
      event('DTSTART:20260303T150000Z', 'DURATION:PT1H'),
      event('DTSTART:20260303T153000Z', 'DURATION:PT1H').replace('one@', 'two@'),
      event('DTSTART:20260303T163000Z', 'DURATION:PT1H').replace('one@', 'three@'),
    ],
    ['03-03T15:00/03-03T17:30'],
  ],
  [
    'a whole day of Outlook, which is midnight in UTC or elsewhere',
    [
      event('X-MICROSOFT-CDO-ALLDAYEVENT:TRUE', 'DTSTART:20260305T000000Z', 'DTEND:20260306T000000Z'),
      event('X-MICROSOFT-CDO-ALLDAYEVENT:TRUE', 'DTSTART;TZID=Asia/Kolkata:20260310T000000', 'DURATION:P1D').replace(
        'one@',
        'two@',
      ),
    ],
    ['03-05T06:00/03-06T06:00', '03-10T05:00/03-11T05:00'],
  ],
  [
    'what Outlook calls a whole day and is none',
    [event('X-MICROSOFT-CDO-ALLDAYEVENT:TRUE', 'DTSTART:20260305T150000Z', 'DTEND:20260305T160000Z')],
    ['03-05T15:00/03-05T16:00'],
  ],
  [
    'an offset without minutes',
    [event('DTSTART:2026-03-05T09:00:00-06', 'DTEND:2026-03-05T10:00:00-06')],
    ['03-05T15:00/03-05T16:00'],
  ],
  [
    'published busy times with a dash',
    [['BEGIN:VFREEBUSY', 'FREEBUSY:20260303T150000Z-20260303T160000Z', 'END:VFREEBUSY'].join('\r\n')],
    ['03-03T15:00/03-03T16:00'],
  ],
  [
    'the part of a long event that lies within',
    [event('DTSTART:20251201T000000Z', 'DTEND:20260301T120000Z')],
    ['03-01T06:00/03-01T12:00'],
  ],
  [
    'published busy times',
    [
      [
        'BEGIN:VFREEBUSY',
        'FREEBUSY;FBTYPE=BUSY:20260303T150000Z/PT1H,20260304T150000Z/20260304T153000Z',
        'FREEBUSY;FBTYPE=FREE:20260305T150000Z/PT1H',
        'END:VFREEBUSY',
      ].join('\r\n'),
    ],
    ['03-03T15:00/03-03T16:00', '03-04T15:00/03-04T15:30'],
  ],
])('%s', ([, events, busy]) => expect(busyIn(...events)).toEqual(busy))

test.for<[string, string[], string[]]>([
  [
    'weekly on the wall clock over the change of the clocks',
    ['DTSTART;TZID=America/Chicago:20200107T090000', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;BYDAY=TU'],
    [
      '03-03T15:00/03-03T16:00',
      '03-10T14:00/03-10T15:00',
      '03-17T14:00/03-17T15:00',
      '03-24T14:00/03-24T15:00',
      '03-31T14:00/03-31T15:00',
    ],
  ],
  [
    'every other week, counted from its start',
    ['DTSTART:20260106T150000Z', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;INTERVAL=2'],
    ['03-03T15:00/03-03T16:00', '03-17T15:00/03-17T16:00', '03-31T15:00/03-31T16:00'],
  ],
  [
    'counted, with all its steps',
    ['DTSTART:20260220T150000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=11'],
    ['03-01T15:00/03-01T16:00', '03-02T15:00/03-02T16:00'],
  ],
  [
    'until an instant of another zone',
    ['DTSTART;TZID=America/Chicago:20260301T190000', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;UNTIL=20260303T010000Z'],
    ['03-02T01:00/03-02T02:00', '03-03T01:00/03-03T02:00'],
  ],
  [
    'the last Friday of a month',
    ['DTSTART:20250131T150000Z', 'DURATION:PT1H', 'RRULE:FREQ=MONTHLY;BYDAY=-1FR'],
    ['03-27T15:00/03-27T16:00'],
  ],
  [
    'without exceptions, by time and by day',
    [
      'DTSTART;TZID=America/Chicago:20260302T090000',
      'DURATION:PT1H',
      'RRULE:FREQ=DAILY;COUNT=4',
      'EXDATE;TZID=America/Chicago:20260303T090000',
      'EXDATE;VALUE=DATE:20260304',
    ],
    ['03-02T15:00/03-02T16:00', '03-05T15:00/03-05T16:00'],
  ],
  [
    'with dates of its own, one of them longer',
    ['DTSTART:20260302T150000Z', 'DURATION:PT1H', 'RDATE:20260305T150000Z', 'RDATE;VALUE=PERIOD:20260306T150000Z/PT3H'],
    ['03-02T15:00/03-02T16:00', '03-05T15:00/03-05T16:00', '03-06T15:00/03-06T18:00'],
  ],
  [
    'with a day of its own, at the time of the others',
    ['DTSTART;TZID=America/Chicago:20260305T090000', 'DURATION:PT1H', 'RDATE;VALUE=DATE:20260310'],
    ['03-05T15:00/03-05T16:00', '03-10T14:00/03-10T15:00'],
  ],
  [
    'of whole days without one that is named by the midnight of UTC, of the clinic or of another place',
    [
      'DTSTART;VALUE=DATE:20260302',
      'RRULE:FREQ=DAILY;COUNT=5',
      'EXDATE:20260303T000000Z,20260304T060000Z',
      'EXDATE;TZID=Asia/Kolkata:20260305T000000',
    ],
    ['03-02T06:00/03-03T06:00', '03-06T06:00/03-07T06:00'],
  ],
  [
    'of whole days until a midnight in UTC, and until the end of a day of the clinic',
    ['DTSTART;VALUE=DATE:20260302', 'RRULE:FREQ=DAILY;UNTIL=20260303T000000Z'],
    ['03-02T06:00/03-04T06:00'],
  ],
  ['whole days each year', ['DTSTART;VALUE=DATE:20000315', 'RRULE:FREQ=YEARLY'], ['03-15T05:00/03-16T05:00']],
  [
    'an occurrence that began before',
    ['DTSTART:20260228T220000Z', 'DURATION:PT20H', 'RRULE:FREQ=YEARLY'],
    ['03-01T06:00/03-01T18:00'],
  ],
])('a series %s', ([, lines, busy]) => expect(busyIn(event(...lines))).toEqual(busy))

test('an exception of whole days that is the midnight of no clock frees none of them', () => {
  const india = 'EXDATE:20260305T183000Z'
  const days = event('DTSTART;VALUE=DATE:20260305', 'RRULE:FREQ=DAILY;COUNT=3', india)
  expect(read(calendar(days))).toEqual({ busy: ['03-05T06:00/03-08T06:00'], oddities: ['unclear-event'] })
  // On the clock of the calendar it is one.
  expect(read(calendar('X-WR-TIMEZONE:Asia/Kolkata', days))).toEqual({
    busy: ['03-05T06:00/03-06T06:00', '03-07T06:00/03-08T06:00'],
    oddities: [],
  })
})

test.for<[string, string[]]>([
  ['a time alone', [event('DTSTART:20260303T150000Z')]],
  ['one that ends when it starts', [event('DTSTART:20260303T150000Z', 'DTEND:20260303T150000Z')]],
  ['a series', [event('DTSTART:20260303T150000Z', 'DURATION:PT0S', 'RRULE:FREQ=DAILY;COUNT=2')]],
  ['published', ['BEGIN:VFREEBUSY', 'FREEBUSY:20260303T150000Z/20260303T150000Z', 'END:VFREEBUSY']],
  ['a published start', ['BEGIN:VFREEBUSY', 'FREEBUSY:20260303T150000Z', 'END:VFREEBUSY']],
])('an event without a length is said to block nothing: %s', ([, lines]) =>
  expect(read(calendar(...lines))).toEqual({ busy: [], oddities: ['no-length'] }),
)

test('nothing is said of an event without a length that is free, or of another time', () => {
  const reminders = [event('DTSTART:20260303T150000Z', 'TRANSP:TRANSPARENT'), event('DTSTART:20240303T150000Z')]
  expect(read(calendar(...reminders))).toEqual({ busy: [], oddities: [] })
})

test('a published time that is none is said', () => {
  const times = ['BEGIN:VFREEBUSY', 'FREEBUSY:soon,20260303T150000Z/PT1H', 'END:VFREEBUSY']
  expect(read(calendar(...times))).toEqual({ busy: ['03-03T15:00/03-03T16:00'], oddities: ['unreadable-event'] })
})

const daily = (...lines: string[]) =>
  event('DTSTART;TZID=America/Chicago:20260302T090000', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=4', ...lines)
const change = (from: string, ...lines: string[]) =>
  event(`RECURRENCE-ID;${from.startsWith('RANGE') ? '' : 'TZID=America/Chicago:'}${from}`, ...lines)

test('a moved occurrence is busy where it went, also from outside, and free where it was', () => {
  expect(
    busyIn(
      daily(),
      change('20260303T090000', 'DTSTART;TZID=America/Chicago:20260303T140000', 'DURATION:PT2H'),
      change('20260304T090000', 'DTSTART;TZID=America/Chicago:20260304T090000', 'DURATION:PT1H', 'STATUS:CANCELLED'),
    ),
  ).toEqual(['03-02T15:00/03-02T16:00', '03-03T20:00/03-03T22:00', '03-05T15:00/03-05T16:00'])
  expect(
    busyIn(change('20270101T090000', 'DTSTART:20260320T150000Z', 'DURATION:PT1H')),
    'of a series that is not there',
  ).toEqual(['03-20T15:00/03-20T16:00'])
})

test.for([
  ['no start', 'SUMMARY:odd'],
  ['a start that is no time', 'DTSTART:soon'],
])('a change with %s leaves its series busy', ([, line]) => {
  const { busy, oddities } = read(calendar(daily(), change('20260303T090000', line!)))
  expect(busy).toContain('03-03T15:00/03-03T16:00')
  expect(oddities).toEqual(['unreadable-event'])
})

test('a change whose occurrence cannot be told is busy besides its series', () => {
  expect(busyIn(daily(), change('soon', 'DTSTART:20260320T150000Z', 'DURATION:PT1H'))).toEqual([
    '03-02T15:00/03-02T16:00',
    '03-03T15:00/03-03T16:00',
    '03-04T15:00/03-04T16:00',
    '03-05T15:00/03-05T16:00',
    '03-20T15:00/03-20T16:00',
  ])
})

test('the first time of a series counts, also outside of its rule', () => {
  const lines = ['DTSTART:20260303T150000Z', 'DURATION:PT1H', 'RRULE:FREQ=MONTHLY;BYDAY=2WE;COUNT=1']
  expect(busyIn(event(...lines))).toEqual(['03-03T15:00/03-03T16:00', '03-11T15:00/03-11T16:00'])
})

test('events without a UID have nothing to do with each other', () => {
  const [one, other] = [daily(), change('20260303T090000', 'DTSTART:20260320T150000Z', 'DURATION:PT1H')]
  const without = [one, other].map((text) => text.replace('UID:one@example.org\r\n', ''))
  expect(busyIn(...without)).toHaveLength(5)
})

test('a change of one occurrence and all that follow moves the rest', () => {
  const lines = ['DTSTART;TZID=America/Chicago:20260304T110000', 'DURATION:PT30M']
  expect(busyIn(daily(), change('RANGE=THISANDFUTURE;TZID=America/Chicago:20260304T090000', ...lines))).toEqual([
    '03-02T15:00/03-02T16:00',
    '03-03T15:00/03-03T16:00',
    '03-04T17:00/03-04T17:30',
    '03-05T17:00/03-05T17:30',
  ])
})

test('a zone that the calendar describes itself counts, and one that nobody knows is said', () => {
  const own = [
    'BEGIN:VTIMEZONE',
    'TZID:Customized Time Zone',
    'BEGIN:STANDARD',
    'DTSTART:16010101T000000',
    'TZOFFSETFROM:+0300',
    'TZOFFSETTO:+0300',
    'END:STANDARD',
    'END:VTIMEZONE',
  ].join('\r\n')
  const at = (tzid: string) => event(`DTSTART;TZID=${tzid}:20260303T180000`, 'DURATION:PT1H')
  expect(read(calendar(own, at('Customized Time Zone')))).toEqual({ busy: ['03-03T15:00/03-03T16:00'], oddities: [] })
  expect(read(calendar(at('Middle-earth')))).toEqual({ busy: ['03-04T00:00/03-04T01:00'], oddities: ['unknown-zone'] })
})

test('a series of seconds without an end is busy throughout, and takes no time', () => {
  const endless = event('DTSTART:20260310T150000Z', 'DURATION:PT1S', 'RRULE:FREQ=SECONDLY')
  expect(read(calendar(endless))).toEqual({ busy: ['03-10T15:00/04-01T05:00'], oddities: ['dense-series'] })
  const every = (count: number) => Array.from({ length: count }, (_, index) => index).join()
  const rule = `RRULE:FREQ=DAILY;BYHOUR=${every(24)};BYMINUTE=${every(60)};BYSECOND=${every(60)}`
  const dense = event('DTSTART:19900101T000000Z', 'DURATION:PT1S', rule)
  expect(read(calendar(dense))).toEqual({ busy: ['03-01T06:00/04-01T05:00'], oddities: ['dense-series'] })
  const hours = event('DTSTART:19900101T000000Z', 'DURATION:PT10M', 'RRULE:FREQ=HOURLY;INTERVAL=12')
  expect(read(calendar(hours)).busy.slice(0, 2)).toEqual(['03-01T12:00/03-01T12:10', '03-02T00:00/03-02T00:10'])
})

test.for<[string, string[], string[]]>([
  ['an end that is no time', ['DTSTART:20260303T150000Z', 'DTEND:soon'], ['03-03T06:00/03-04T06:00']],
  [
    'an end that is no time, in the evening of the clinic',
    ['DTSTART:20260304T020000Z', 'DTEND:soon'],
    ['03-03T06:00/03-04T06:00'],
  ],
  ['a length that is none', ['DTSTART:20260303T150000Z', 'DURATION:long'], ['03-03T06:00/03-04T06:00']],
  ['a time that is none', ['DTSTART:20260303T990000Z', 'DURATION:PT1H'], ['03-03T06:00/03-04T06:00']],
  ['only its end', ['DTEND:20260303T160000Z'], ['03-03T06:00/03-04T06:00']],
  [
    'a rule that is none',
    ['DTSTART:20260303T150000Z', 'DURATION:PT1H', 'RRULE:FREQ=NEVER'],
    ['03-03T15:00/03-03T16:00'],
  ],
  [
    'an end of its rule that is no time',
    ['DTSTART:20260322T150000Z', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;UNTIL=soon'],
    ['03-22T15:00/03-22T16:00', '03-29T15:00/03-29T16:00'],
  ],
])('an event with %s is blocked as far as it can be told', ([, lines, busy]) =>
  expect(read(calendar(event(...lines)))).toEqual({ busy, oddities: ['unclear-event'] }),
)

test('an event that makes no sense is left out, and the others count', () => {
  const broken = event('DTSTART:2026-13-45', 'DURATION:PT1H').replace('one@', 'two@')
  expect(read(calendar(broken, event('DTSTART:20260303T150000Z', 'DURATION:PT1H')))).toEqual({
    busy: ['03-03T15:00/03-03T16:00'],
    oddities: ['unreadable-event'],
  })
})

test.for(['', '<!doctype html><title>Sign in</title>', 'BEGIN:VCALENDAR', 'BEGIN:VCARD\r\nEND:VCARD', 'null', '{}'])(
  'what is no calendar is not an empty one: %s',
  (text) => expect(() => read(text)).toThrow(),
)
