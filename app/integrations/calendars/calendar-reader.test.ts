import { isLong } from '#tests/support/timing.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { answerCaldav, type CalendarAccount, calendarEvent, calendarOf, during } from '#tests/support/calendar.ts'
import {
  type Answer,
  answerByPath,
  answerCutOff,
  answerDripping,
  answerGzipBomb,
  answerNever,
  answerRedirect,
  answerStatus,
  answerText,
  type HostedService,
  refusingOrigin,
  startHostedService,
} from '#tests/support/hosted-services.ts'
import { createCalendarReader, readAnswer } from './calendar-reader.server.ts'
import type { CalendarChoice, CalendarSource, CalendarWork } from './calendar-work.ts'
import { readCalendar } from './read-calendar.ts'

const hour = 3_600_000
const nine = Date.parse('2026-03-03T15:00:00Z')
const within = { from: nine - 48 * hour, until: nine + 28 * 24 * hour }
const lesson = calendarEvent('lesson@example.org', ...during(nine, nine + hour))
const atNine = { from: nine, until: nine + hour }

let service: HostedService
beforeEach(async () => {
  service = await startHostedService()
})
afterEach(() => service.close())

const toWork = (source: Partial<CalendarSource>, work: Partial<CalendarWork>) => ({
  source: { kind: 'ics' as const, url: `${service.origin}/own.ics`, ...source },
  within,
  timeZone: 'America/Chicago',
  ...work,
})

/** As its process does, whose start would be most of the work, and as its answer is read. */
const read = async (source: Partial<CalendarSource> = {}, work: Partial<CalendarWork> = {}) =>
  readAnswer(JSON.parse(JSON.stringify(await readCalendar({ trusted: [service.origin], ...toWork(source, work) }))))

const readInProcess = (source: Partial<CalendarSource> = {}, timeoutMs = 60_000) =>
  createCalendarReader({ trusted: [service.origin], timeoutMs }).read(toWork(source, {}))

describe('a file', () => {
  test('is read with its credentials, and not again while it is the same', async () => {
    service.answerWith((request, response) => {
      if (request.headers['if-none-match'] === '"v1"') return response.writeHead(304).end()
      return response.writeHead(200, { etag: '"v1"' }).end(calendarOf(lesson))
    })
    const first = await read({ user: 'ann', password: 'sesame' })
    expect(first).toEqual({ ok: true, busy: [atNine], oddities: [], validator: '"v1"' })
    expect(service.requests[0]?.headers.authorization).toBe(`Basic ${Buffer.from('ann:sesame').toString('base64')}`)
    expect(await read({}, { validator: '"v1"' })).toEqual({ ok: true, unchanged: true })
  })

  test('in UTF-16 is read as well', async () => {
    service.answerWith((_, response) => response.end(Buffer.from(`\uFEFF${calendarOf(lesson)}`, 'utf16le')))
    expect(await read()).toMatchObject({ ok: true, busy: [atNine] })
  })

  test('through a redirect, but its credentials go to no other origin', async () => {
    const other = await startHostedService(answerText(calendarOf(lesson)))
    try {
      service.answerWith(answerRedirect(`${other.origin}/moved.ics`))
      expect(await read({ user: 'ann', password: 'sesame' })).toEqual({ ok: false, reason: 'not-https' })
      service.answerWith(
        answerByPath({ '/own.ics': answerRedirect('/moved.ics'), '/moved.ics': answerText(calendarOf(lesson)) }),
      )
      expect(await read()).toMatchObject({ ok: true, busy: [atNine] })
      expect(other.requests).toEqual([])
    } finally {
      await other.close()
    }
  })

  test.for([
    ['http://example.com/own.ics', 'not-https'],
    ['https://127.0.0.1/own.ics', 'refused-address'],
    ['https://[::1]/own.ics', 'refused-address'],
    ['https://localhost/own.ics', 'refused-address'],
    ['https://169.254.169.254/latest/meta-data', 'refused-address'],
  ])('%s is not asked', async ([url, reason]) => expect(await read({ url: url! })).toEqual({ ok: false, reason }))

  test.for<[string, Parameters<HostedService['answerWith']>[0], string]>([
    ['a redirect to a private network', answerRedirect('https://10.0.0.1/own.ics'), 'refused-address'],
    ['a redirect to itself', answerRedirect('/own.ics'), 'too-many-redirects'],
    ['a page to sign in', answerText('<!doctype html><title>Sign in</title>', 'text/html'), 'not-a-calendar'],
    ['nothing', answerText(''), 'not-a-calendar'],
    ['wrong credentials', answerStatus(401), 'sign-in'],
    ['no such address', answerStatus(404), 'not-found'],
    ['a broken server', answerStatus(503), 'bad-answer'],
    ['a lost connection', answerCutOff, 'unreachable'],
    ['megabytes in a few bytes', answerGzipBomb(50), 'too-large'],
    ['a calendar that was cut', answerText(calendarOf(lesson).slice(0, 120)), 'not-a-calendar'],
  ])('%s is no calendar, and not an empty one either', async ([, answer, reason]) => {
    service.answerWith(answer)
    expect(await read()).toEqual({ ok: false, reason })
  })

  test('of a server that is away', async () => {
    const url = await refusingOrigin()
    expect(await readCalendar({ trusted: [url], source: { kind: 'ics', url }, within, timeZone: 'UTC' })).toEqual({
      ok: false,
      reason: 'unreachable',
    })
  })

  test.for([['never answers', answerNever] as const, ['never ends', answerDripping] as const])(
    'of a server that %s ends with its time',
    async ([, answer]) => {
      service.answerWith(answer)
      expect(await readInProcess({}, 2_000)).toEqual({ ok: false, reason: 'too-much' })
    },
  )

  test('of many thousand events is read in time', { timeout: 90_000 }, async () => {
    const many = Array.from({ length: isLong ? 50_000 : 5_000 }, (_, index) =>
      calendarEvent(`event-${index}@example.org`, ...during(nine + index * hour, nine + (index + 1) * hour)),
    )
    service.answerWith(answerText(calendarOf(...many)))
    expect(await readInProcess()).toEqual({
      ok: true,
      busy: [{ from: nine, until: within.until }],
      oddities: [],
      validator: undefined,
    })
  })
})

describe('a CalDAV account', () => {
  const account = (): CalendarAccount => ({
    user: 'ann',
    password: 'sesame',
    version: 1,
    calendars: {
      work: { lesson },
      'at home': { 'school&run': calendarEvent('school&run', ...during(nine + 3 * hour, nine + 4 * hour)) },
    },
  })
  const readAccount = (source: Partial<CalendarSource> = {}, work: Partial<CalendarWork> = {}) =>
    read({ kind: 'caldav', url: service.origin, user: 'ann', password: 'sesame', ...source }, work)

  test('is found by its server, and read with all its calendars until nothing changes', async () => {
    const own = account()
    service.answerWith(answerCaldav(own))
    const both = [atNine, { from: nine + 3 * hour, until: nine + 4 * hour }]
    const first = await readAccount()
    expect(first).toMatchObject({ ok: true, busy: both, oddities: [] })
    const validator = 'validator' in first ? first.validator : undefined
    expect(await readAccount({}, { validator })).toMatchObject({ ok: true, unchanged: true })
    own.version += 1
    delete own.calendars.work!.lesson
    expect(await readAccount({}, { validator })).toMatchObject({ ok: true, busy: both.slice(1) })
  })

  test('or only the calendar whose address was entered', async () => {
    service.answerWith(answerCaldav(account()))
    const one = await readAccount({ url: `${service.origin}/dav/me/work/` })
    expect(one).toMatchObject({ ok: true, busy: [atNine] })
    expect('calendars' in one && one.calendars).toBeFalsy()
  })

  test('names its calendars, and of those only the chosen ones are read', async () => {
    const own = { ...account(), names: { work: 'Work & studio' } }
    service.answerWith(answerCaldav(own))
    const [work, home] = ['work', 'at%20home'].map((name) => `${service.origin}/dav/me/${name}/`) as [string, string]
    const calendars = [
      { url: work, name: 'Work & studio' },
      { url: home, name: 'at%20home' },
    ]
    const whole = await readAccount()
    expect(whole).toMatchObject({ calendars })
    const atSchool = { from: nine + 3 * hour, until: nine + 4 * hour }
    const cases: [CalendarChoice, object[]][] = [
      [{ except: [work] }, [atSchool]],
      [{ only: [work] }, [atNine]],
      [{ only: [] }, []],
      [{ except: ['https://calendar.test/gone/'] }, [atNine, atSchool]],
      [{ only: ['https://calendar.test/gone/'] }, []],
    ]
    for (const [choice, busy] of cases) {
      const validator = 'validator' in whole ? whole.validator : undefined
      const read = await readAccount({}, { choice, validator })
      expect(read, JSON.stringify(choice)).toMatchObject(
        // As before, where all are chosen.
        busy.length === 2 ? { unchanged: true, calendars } : { busy, calendars },
      )
    }
    expect(JSON.stringify('validator' in whole && whole.validator), 'of an account').not.toMatch(/work|home/)
  })

  test('that names more calendars than are stored fails as a whole', async () => {
    const calendars = Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`${'x'.repeat(250)}${index}`, {}]))
    service.answerWith(answerCaldav({ ...account(), calendars }))
    expect(await readAccount()).toEqual({ ok: false, reason: 'too-large' })
  })

  test('of which one is damaged still has the others', async () => {
    const own = account()
    own.calendars.work!.odd = 'BEGIN:VEVENT'
    service.answerWith(answerCaldav(own))
    expect(await readAccount()).toMatchObject({
      ok: true,
      busy: [atNine, {}],
      oddities: ['damaged', 'unreadable-event'],
    })
  })

  test('with more events than one request asks for', async () => {
    const own = account()
    own.calendars = {
      work: Object.fromEntries(
        Array.from({ length: 250 }, (_, day) => [
          `event-${day}`,
          calendarEvent(`event-${day}`, ...during(nine + day * 2 * hour, nine + (day * 2 + 1) * hour)),
        ]),
      ),
    }
    service.answerWith(answerCaldav(own))
    const answer = await readAccount()
    expect('busy' in answer && answer.busy).toHaveLength(250)
  })

  test('reports wrong credentials, an address that is no account, and an account without calendars', async () => {
    service.answerWith(answerCaldav(account()))
    expect(await readAccount({ password: 'guess' })).toEqual({ ok: false, reason: 'sign-in' })
    expect(await readAccount({ url: `${service.origin}/dav/me/gone/` })).toEqual({ ok: false, reason: 'not-found' })
    service.answerWith(answerText('<!doctype html>', 'text/html'))
    expect(await readAccount()).toEqual({ ok: false, reason: 'bad-answer' })
    service.answerWith(answerCaldav({ ...account(), calendars: {} }))
    expect(await readAccount()).toEqual({ ok: false, reason: 'no-calendar' })
  })

  test('sends its credentials to no other server, and asks about it', async () => {
    const other = await startHostedService(answerCaldav(account()))
    try {
      // As of a service whose accounts are on servers of their own.
      const found = (path: string, name: string, href: string) =>
        answerText(
          `<d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:response><d:href>${path}</d:href>` +
            `<d:propstat><d:prop><${name}><d:href>${href}</d:href></${name}></d:prop>` +
            '<d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response></d:multistatus>',
          'application/xml',
        )
      const first = {
        '/dav/': found('/dav/', 'd:current-user-principal', '/dav/me/'),
        '/dav/me/': found('/dav/me/', 'c:calendar-home-set', `${other.origin}/dav/me/`),
      }
      const toOther: Answer = (request, response) =>
        (request.url === '/dav/' || request.url === '/dav/me/' ? first[request.url] : answerCaldav(account()))(
          request,
          response,
        )
      const trusted = [service.origin, other.origin]
      const { user, password } = account()
      const readIt = (path: string, alsoTo: string[] = []) =>
        readCalendar({
          ...{ trusted, within, timeZone: 'UTC' },
          source: { kind: 'caldav', url: service.origin + path, user, password, alsoTo },
        })
      for (const [path, answer] of [
        ['/dav/', toOther],
        [
          '/dav/',
          (({ url }, response) => response.writeHead(301, { location: other.origin + url }).end()) satisfies Answer,
        ],
      ] as const) {
        service.answerWith(answer)
        other.requests.length = 0
        expect(await readIt(path)).toEqual({ ok: false, reason: 'other-server', origin: other.origin })
        expect(other.requests.length).toBeGreaterThan(0)
        expect(other.requests.filter(({ headers }) => headers.authorization)).toEqual([])
        // Once its owner said so.
        expect(await readIt(path, [other.origin])).toMatchObject({ ok: true })
      }
    } finally {
      await other.close()
    }
  })

  test('with two million levels of elements ends early', async () => {
    const levels = 2_000_000
    service.answerWith(answerText('<a>'.repeat(levels) + '</a>'.repeat(levels), 'application/xml'))
    const started = performance.now()
    const account = { kind: 'caldav' as const, url: service.origin, user: 'ann', password: 'sesame' }
    expect(await readInProcess(account)).toEqual({ ok: false, reason: 'bad-answer' })
    expect(performance.now() - started).toBeLessThan(20_000)
  })

  test('sends its credentials neither unencrypted nor into a private network', async () => {
    service.answerWith(
      answerByPath({
        '/dav/': answerText(
          '<d:multistatus xmlns:d="DAV:"><d:response><d:href>/dav/</d:href><d:propstat><d:prop><d:current-user-principal>' +
            '<d:href>https://10.0.0.1/dav/me/</d:href></d:current-user-principal></d:prop>' +
            '<d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response></d:multistatus>',
          'application/xml',
        ),
      }),
    )
    expect(await readAccount({ url: `${service.origin}/dav/` })).toEqual({ ok: false, reason: 'refused-address' })
    expect(await readAccount({ url: 'http://example.com/' })).toEqual({ ok: false, reason: 'not-https' })
  })
})
