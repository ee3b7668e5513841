import { isLong } from '#tests/support/timing.ts'
import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { cookieNames } from '#app/http/cookies.ts'
import { intentOf, mayPost, patternOf, rights } from '#app/http/rights.server.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { databasesFor, startSiteOn } from '#tests/support/databases.ts'
import { featuredService } from '#tests/support/pages.ts'
import { visitor } from '#tests/support/visitor.ts'
import { routePaths } from './route-paths.ts'

const app = fileURLToPath(new URL('../../app/', import.meta.url))

const all = routePaths.filter((address) => address !== '/logout')
const filled = (address: string, value: string) => address.replaceAll(/:\w+|\*/g, value)

/** The intents of the buttons in all pages. */
const intents = new Set(
  globSync(['ui/**/*.tsx', 'routes/**/*.tsx'], { cwd: app }).flatMap((file) =>
    [...readFileSync(app + file, 'utf8').matchAll(/name="intent"\s+value="([a-z-]+)"/g)].map(([, word = '']) => word),
  ),
)

/** Names of the fields that pages read. */
const fields =
  'about added address after at before calendar change code day edit email from id list map mode month name next note number order page phone product q quantity resource revision section service show start state status to token until view visit week who'.split(
    ' ',
  )
const fillAllFields = (value: string) => Object.fromEntries(fields.map((name) => [name, value]))

/**
 * Names of object properties behave alike on both databases, so SQLite alone tests them; NUL characters are rejected by
 * PostgreSQL alone.
 */
const allValues = { sqlite: ['constructor', '__proto__', 'toString', '\x1b[2J'], postgres: ['a\0b'] }
/** `npm run test:long` presses every button with all values; `npm test` uses one value for each database. */
const valuesOn = isLong ? allValues : { ...allValues, sqlite: ['__proto__'] }

const atOnce = 6

type Ask = { says: string; ask: () => Promise<Response> }
type Answer = { says: string; status: number; headers: Headers }

/**
 * In parallel, but never so many that the site rejects some. A slow machine may still not read a page in time: its 503
 * is asked again, alone. An unusual value that the database rejects gets a 503 each time.
 */
async function askAll(all: readonly Ask[]): Promise<Answer[]> {
  const answers: Answer[] = []
  const busy: Ask[] = []
  await inParallel(all, async (one) => {
    const answer = await askOnce(one)
    if (answer.status === 503) busy.push(one)
    else answers.push(answer)
  })
  for (const one of busy) answers.push(await askUntilFree(one))
  for (const { says, status } of answers) expect(status, says).toBeLessThan(500)
  return answers
}

async function askUntilFree(one: Ask, most = 5): Promise<Answer> {
  const answer = await askOnce(one)
  return answer.status === 503 && most > 1 ? askUntilFree(one, most - 1) : answer
}

async function askOnce({ says, ask }: Ask): Promise<Answer> {
  const { status, body, headers } = await ask()
  await body?.cancel()
  return { says, status, headers }
}

async function inParallel<One>(all: readonly One[], work: (one: One) => Promise<unknown>) {
  const left = all.values()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const one of left) await work(one)
    }),
  )
}

/** Logged as errors when a slow machine does not store a form in time. */
const slowMachine = /Query read timeout|lock timeout|timeout exceeded when trying to connect/

describe.each(databasesFor(import.meta.url))('unusual values, on %s', (kind) => {
  let site: Awaited<ReturnType<typeof startSiteOn>>
  let admin: Awaited<ReturnType<typeof signInAsAdmin>>
  let formAddresses: string[] = []
  beforeAll(async () => {
    site = await startSiteOn(kind, { ...adminSettings, ABUSE_LIMITS: 'off' })
    admin = await signInAsAdmin(site)
    const newsletter = { draft: randomUUID(), url: `${site.url}/services`, subject: '', intro: '' }
    expect((await admin.post('/admin/newsletter', newsletter)).status).toBe(303)
    const addresses = [...all.map((one) => filled(one, 'some-id')), `/admin/newsletter/${newsletter.draft}`]
    const answers = await askAll(addresses.map((says) => ({ says, ask: () => admin.post(says, {}) })))
    formAddresses = answers.filter(({ status }) => status !== 405).map(({ says }) => says)
    expect(formAddresses.length).toBeGreaterThan(25)
  })
  afterAll(() => site?.stop())

  let seen = 0
  afterEach(async () => {
    expect((await admin.get('/admin')).status, 'the admin is still signed in').toBe(200)
    const errors = site
      .output()
      .split('\n')
      .filter((line) => line.includes('"level":50') && !slowMachine.test(line))
    const before = seen
    seen = errors.length
    expect(errors.slice(before), 'no request causes an error').toEqual([])
  })

  type Press = { address: string; posted: Record<string, string> }

  async function pressAll(presses: Press[]) {
    const answers = await askAll(
      presses.map(({ address, posted }) => ({
        says: `${address} ${JSON.stringify(posted).slice(0, 60)}`,
        ask: () => admin.post(address, posted),
      })),
    )
    // The response may contain input, so browsers must not store it.
    for (const { says, headers } of answers) expect(headers.get('Cache-Control'), says).toBe('no-store')
    return answers.filter(({ status }) => status === 403).length
  }
  /** Only a few posts stop at the step-up question; the others reach their page's action. */
  async function pressBeyondStepUp(presses: Press[]) {
    expect(await pressAll(presses)).toBeLessThan(presses.length / 4)
  }

  const isPressed = (address: string, posted: Record<string, string>) =>
    !address.startsWith('/admin') || mayPost('owner', patternOf(address), intentOf(patternOf(address), posted))

  /** Of the dashboard's pages, those that somebody may press: others reach no action. */
  function buttonsOf(address: string) {
    if (!address.startsWith('/admin')) return ['', 'end:', 'save:']
    const { posts = [] } = rights.find(({ path }) => path === patternOf(address)) ?? {}
    const pressed = posts.filter((intent) => intent !== 'file').slice(0, isLong ? 3 : 1)
    return pressed.map((intent) => `${intent}:`)
  }

  test.each(valuesOn[kind])('cause no error in a form: %j', async (value) => {
    await pressBeyondStepUp(
      formAddresses.flatMap((address) =>
        buttonsOf(address).map((act) => ({ address, posted: { ...fillAllFields(value), intent: act + value } })),
      ),
    )
  })

  // Separate, because the step-up form is handled before any other field is read.
  test.runIf(isLong).each(valuesOn[kind])('cause no error in the step-up form: %j', async (value) => {
    const answers = Object.fromEntries(['', '-by', '-password', '-code'].map((name) => [`unlock${name}`, value]))
    await pressAll(formAddresses.map((address) => ({ address, posted: { intent: value, ...answers } })))
  })

  test.runIf(isLong && kind === 'postgres')('cause no error with any existing button', async () => {
    expect(intents.size).toBeGreaterThan(15)
    const withEachIntent = (addresses: string[]) =>
      addresses.flatMap((address) =>
        [...intents]
          .map((intent) => ({ address, posted: { ...fillAllFields('a\0b'), intent } }))
          .filter(({ posted }) => isPressed(address, posted)),
      )
    const { dashboard = [], others = [] } = Object.groupBy(formAddresses, (address) =>
      address.startsWith('/admin') ? 'dashboard' : 'others',
    )
    await pressBeyondStepUp(withEachIntent(others))
    // A button of the profile ends every session.
    admin = await signInAsAdmin(site)
    await pressBeyondStepUp(withEachIntent(dashboard))
  })

  test.each(valuesOn[kind])('cause no error in a path or a query: %j', async (value) => {
    const text = encodeURIComponent(value)
    const query = [...fields, 'unlock'].map((name) => `${name}=${text}`).join('&')
    await askAll(
      all.flatMap((address) => [
        { says: `${address} as a path`, ask: () => admin.get(filled(address, text)) },
        { says: address, ask: () => admin.get(`${filled(address, featuredService.id)}?${query}`) },
      ]),
    )
  })

  test('cause no error in a cookie', async () => {
    const pages = ['/', '/cart', '/booking', '/admin/subscribers', '/admin/appointments', '/admin/posts']
    const signedIn = [...admin.cookies].map((pair) => pair.join('=')).join('; ')
    const values = ['%00', 'order-placed:%00', 'subscriber-added:a%00b', 'appointment-booked:%00', 'constructor']
    const inEach = values.map((value) =>
      Object.values(cookieNames)
        .map((name) => `${name}=${value}`)
        .join('; '),
    )
    await askAll(
      inEach.flatMap((odd) =>
        // In both orders, because of two cookies with one name only one counts.
        [odd, `${signedIn}; ${odd}`, `${odd}; ${signedIn}`].flatMap((Cookie) =>
          pages.map((path) => ({ says: `${Cookie} ${path}`, ask: () => visitor(site).get(path, { Cookie }) })),
        ),
      ),
    )
  })
})
