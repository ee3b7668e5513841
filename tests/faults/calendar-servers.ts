import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCalendarReader } from '#app/integrations/calendars/calendar-reader.server.ts'
import type { CalendarRead } from '#app/integrations/calendars/calendar-work.ts'
import { calendarEvent, calendarOf } from '#tests/support/calendar.ts'
import { freePort } from '#tests/support/connections.ts'

type Server = {
  command: string
  /** Its arguments; everything that it stores goes into the folder. */
  start(port: number, folder: string): string[]
  user: string
  home: string
}

const password = 'sesame'

/** Real CalDAV servers, which are read when they are installed (Debian's packages of these names). */
const servers: Server[] = [
  {
    command: 'radicale',
    user: 'ann',
    home: '/ann/',
    start(port, folder) {
      writeFileSync(join(folder, 'users'), `ann:${password}\n`)
      const options = {
        'server-hosts': `127.0.0.1:${port}`,
        'auth-type': 'htpasswd',
        'auth-htpasswd-filename': join(folder, 'users'),
        'auth-htpasswd-encryption': 'plain',
        'storage-filesystem-folder': join(folder, 'stored'),
      }
      return Object.entries(options).map(([name, value]) => `--${name}=${value}`)
    },
  },
  {
    command: 'xandikos',
    user: 'user',
    home: '/user/calendars/',
    start: (port, folder) => ['-d', join(folder, 'stored'), '-l', '127.0.0.1', '-p', String(port), '--defaults'],
  },
]

/** Series, a moved and a left out occurrence, a whole day and a time zone, as a server gives them back. */
const weekly = ['DTSTART;TZID=America/Chicago:20260106T090000', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;BYDAY=TU']
const events = {
  weekly: [
    calendarEvent('weekly', ...weekly, 'EXDATE;TZID=America/Chicago:20260317T090000'),
    calendarEvent(
      'weekly',
      'RECURRENCE-ID;TZID=America/Chicago:20260310T090000',
      'DTSTART:20260311T200000Z',
      'DURATION:PT2H',
    ),
  ],
  monthly: [calendarEvent('monthly', 'DTSTART:20250131T150000Z', 'DURATION:PT1H', 'RRULE:FREQ=MONTHLY;BYDAY=-1FR')],
  day: [calendarEvent('day', 'DTSTART;VALUE=DATE:20260320')],
  free: [calendarEvent('free', 'DTSTART:20260305T150000Z', 'DURATION:PT1H', 'TRANSP:TRANSPARENT')],
}
const expected = [
  ['2026-03-03T15:00', '2026-03-03T16:00'],
  ['2026-03-11T20:00', '2026-03-11T22:00'],
  ['2026-03-20T05:00', '2026-03-21T05:00'],
  ['2026-03-24T14:00', '2026-03-24T15:00'],
  ['2026-03-27T15:00', '2026-03-27T16:00'],
  ['2026-03-31T14:00', '2026-03-31T15:00'],
].map(([from, until]) => ({ from: Date.parse(`${from}Z`), until: Date.parse(`${until}Z`) }))
const within = { from: Date.parse('2026-03-01T06:00Z'), until: Date.parse('2026-04-01T05:00Z') }

/** Reads a calendar from each of these servers, and says what it skips. Every fault found, as a sentence. */
export async function tryCalendarServers(say: (line: string) => void): Promise<string[]> {
  const faults: string[] = []
  for (const server of servers) {
    if (spawnSync(server.command, ['--version']).error) {
      say(`calendars from ${server.command}: skipped, it isn't installed`)
      continue
    }
    const found = await tryServer(server)
    say(`calendars from ${server.command}: ${found.length === 0 ? 'as written' : found.join('; ')}`)
    faults.push(...found.map((fault) => `${server.command}: ${fault}`))
  }
  return faults
}

async function tryServer(server: Server): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-calendars-'))
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const child = spawn(server.command, server.start(port, folder), { stdio: 'ignore' })
  try {
    const authorization = `Basic ${Buffer.from(`${server.user}:${password}`).toString('base64')}`
    const ask = (method: string, path: string, body?: string) =>
      fetch(origin + path, {
        method,
        headers: { authorization, ...(body && { 'content-type': 'text/calendar' }) },
        ...(body && { body }),
      })
    await untilAnswers(() => ask('OPTIONS', '/'))
    const calendar = `${server.home}lessons/`
    await expectOk(await ask('MKCALENDAR', calendar))
    for (const [uid, parts] of Object.entries(events))
      await expectOk(await ask('PUT', `${calendar}${uid}.ics`, calendarOf(...parts)))
    const read = (url: string, validator?: string) =>
      createCalendarReader({ trusted: [origin] }).read({
        source: { kind: 'caldav', url, user: server.user, password },
        within,
        timeZone: 'America/Chicago',
        ...(validator && { validator }),
      })
    const account = await read(origin)
    const one = await read(origin + calendar)
    const again = await read(origin + calendar, 'validator' in one ? one.validator : undefined)
    await expectOk(await ask('DELETE', `${calendar}monthly.ics`))
    const after = await read(origin + calendar, 'validator' in one ? one.validator : undefined)
    return [
      ...differences('the account', account, expected),
      ...differences('its calendar', one, expected),
      ...('unchanged' in again ? [] : ['read again although nothing had changed']),
      ...differences('its calendar after a change', after, expected.toSpliced(4, 1)),
    ]
  } finally {
    child.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

const differences = (what: string, read: CalendarRead, busy: object[]) =>
  'busy' in read && JSON.stringify(read.busy) === JSON.stringify(busy)
    ? []
    : [`${what} was read as ${JSON.stringify(read)}`]

async function untilAnswers(ask: () => Promise<Response>) {
  for (let tries = 0; tries < 100; tries += 1) {
    if (
      await ask().then(
        () => true,
        () => false,
      )
    )
      return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('it does not answer')
}

async function expectOk(answer: Response) {
  if (!answer.ok) throw new Error(`${answer.url} got ${answer.status}: ${await answer.text()}`)
}
