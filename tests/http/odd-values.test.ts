import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { cookieNames } from '#app/http/cookies.ts'
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
const isLong = process.env.TEST_LENGTH === 'long'
const valuesOn = isLong ? allValues : { ...allValues, sqlite: ['__proto__'] }

const atOnce = 6

/** In parallel, but never so many that the site rejects some. */
async function each<One>(all: readonly One[], work: (one: One) => Promise<unknown>) {
  const left = all.values()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const one of left) await work(one)
    }),
  )
}

describe.each(databasesFor(import.meta.url))('unusual values, on %s', (kind) => {
  let site: Awaited<ReturnType<typeof startSiteOn>>
  let admin: Awaited<ReturnType<typeof signInAsAdmin>>
  let formAddresses: string[] = []
  beforeAll(async () => {
    site = await startSiteOn(kind, { ...adminSettings, ABUSE_LIMITS: 'off' })
    admin = await signInAsAdmin(site)
    const newsletter = { draft: randomUUID(), url: `${site.url}/services`, subject: '', intro: '' }
    expect((await admin.post('/admin/newsletter', newsletter)).status).toBe(303)
    for (const address of [...all.map((one) => filled(one, 'some-id')), `/admin/newsletter/${newsletter.draft}`])
      if ((await admin.post(address, {})).status !== 405) formAddresses.push(address)
    expect(formAddresses.length).toBeGreaterThan(25)
  })
  afterAll(() => site?.stop())

  let seen = 0
  afterEach(async () => {
    expect((await admin.get('/admin')).status, 'the admin is still signed in').toBe(200)
    const errors = site
      .output()
      .split('\n')
      .filter((line) => line.includes('"level":50'))
    const before = seen
    seen = errors.length
    expect(errors.slice(before), 'no request causes an error').toEqual([])
  })

  async function expectNoError(says: string, answer: Promise<Response>) {
    const { status, body, headers } = await answer
    await body?.cancel()
    expect(status, says).toBeLessThan(500)
    return { status, headers }
  }
  /** The response may contain input, so browsers must not store it. */
  async function press(address: string, posted: Record<string, string>) {
    const says = `${address} ${JSON.stringify(posted).slice(0, 60)}`
    const { status, headers } = await expectNoError(says, admin.post(address, posted))
    expect(headers.get('Cache-Control'), says).toBe('no-store')
    return status
  }
  /** In parallel. Only a few posts stop at the step-up question; the others reach their page's action. */
  async function pressAll(presses: { address: string; posted: Record<string, string> }[]) {
    let challenged = 0
    await each(presses, async ({ address, posted }) => {
      if ((await press(address, posted)) === 403) challenged += 1
    })
    expect(challenged).toBeLessThan(presses.length / 4)
  }

  test.each(valuesOn[kind])('cause no error in a form: %j', async (value) => {
    const bodies = ['', 'end:', 'save:'].map((act) => ({ ...fillAllFields(value), intent: act + value }))
    await pressAll(formAddresses.flatMap((address) => bodies.map((posted) => ({ address, posted }))))
  })

  // Separate, because the step-up form is handled before any other field is read.
  test.each(valuesOn[kind])('cause no error in the step-up form: %j', async (value) => {
    const answers = Object.fromEntries(['', '-by', '-password', '-code'].map((name) => [`unlock${name}`, value]))
    await each(formAddresses, (address) => press(address, { intent: value, ...answers }))
  })

  test.runIf(isLong && kind === 'postgres')('cause no error with any existing button', async () => {
    expect(intents.size).toBeGreaterThan(15)
    const withEachIntent = (addresses: string[]) =>
      addresses.flatMap((address) =>
        [...intents].map((intent) => ({ address, posted: { ...fillAllFields('a\0b'), intent } })),
      )
    const { dashboard = [], others = [] } = Object.groupBy(formAddresses, (address) =>
      address.startsWith('/admin') ? 'dashboard' : 'others',
    )
    await pressAll(withEachIntent(others))
    // A button of the profile ends every session.
    admin = await signInAsAdmin(site)
    await pressAll(withEachIntent(dashboard))
  })

  test.each(valuesOn[kind])('cause no error in a path or a query: %j', async (value) => {
    const text = encodeURIComponent(value)
    const query = [...fields, 'unlock'].map((name) => `${name}=${text}`).join('&')
    await each(all, async (address) => {
      await expectNoError(`${address} as a path`, admin.get(filled(address, text)))
      await expectNoError(address, admin.get(`${filled(address, featuredService.id)}?${query}`))
    })
  })

  test('cause no error in a cookie', async () => {
    const pages = ['/', '/cart', '/booking', '/admin/subscribers', '/admin/appointments', '/admin/posts']
    const signedIn = [...admin.cookies].map((pair) => pair.join('=')).join('; ')
    const values = ['%00', 'order-placed:%00', 'subscriber-added:a%00b', 'appointment-booked:%00', 'constructor']
    await each(
      values.flatMap((value) => Object.values(cookieNames).map((name) => `${name}=${value}`)),
      async (pair) => {
        for (const path of pages)
          for (const Cookie of [pair, `${signedIn}; ${pair}`, `${pair}; ${signedIn}`])
            await expectNoError(`${pair} ${path}`, visitor(site).get(path, { Cookie }))
      },
    )
  })
})
