import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { signInAsAdmin, adminSettings } from '#tests/support/admin.ts'
import { look, startSiteForTest, startSiteOn } from '#tests/support/databases.ts'
import {
  type Answer,
  answerJson,
  answerNever,
  answerStatus,
  startHostedService,
} from '#tests/support/hosted-services.ts'
import { startRefusingMailServer } from '#tests/support/mail-server.ts'
import { listSubscribers } from '#tests/support/subscribers.ts'
import { until } from '#tests/support/timing.ts'
import { publicForms, visitor } from '#tests/support/visitor.ts'

// What visitors and the admin read, compared with messages.md: what is expected is in no file of the program, so that no
// change of the program can change it.

/** The first words in quotation marks of each row, by its situation. */
const messages = new Map(
  readFileSync(new URL('messages.md', import.meta.url), 'utf8')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .flatMap(([, situation = '', says = '']) => {
      const message = /'([^']+)'/.exec(says)?.[1]
      return message ? [[situation, message] as const] : []
    }),
)
const asked = new Set<string>()

function message(situation: string, { n = 1, message: more = '' } = {}) {
  asked.add(situation)
  return messages.get(situation)!.replace('{n}', String(n)).replace('{message}', more)
}

const maya = { name: 'Maya Thomas', email: 'maya@example.com' }
const gone = 'gone@nowhere.example'

let mail: Awaited<ReturnType<typeof startRefusingMailServer>>
let site: Awaited<ReturnType<typeof startSiteOn>>
beforeAll(async () => {
  mail = await startRefusingMailServer([gone])
  site = await startSiteOn('sqlite', {
    ...adminSettings,
    MAIL_TRANSPORT: 'smtp',
    SMTP_URL: mail.url,
    ABUSE_LIMITS: 'off',
  })
  const readers = [{ email: 'ann@example.com' }, { email: 'ben@example.com' }, { email: gone }]
  await look(site, (db) => listSubscribers(db, readers))
})
afterAll(async () => {
  await site?.stop()
  await mail?.stop()
})

/** Without markup inside sentences. */
const textOf = async (answer: Response) =>
  (await answer.text())
    .replaceAll('<!-- -->', '')
    .replaceAll('&#x27;', "'")
    .replaceAll(/<\/?(?:span|bdi|strong)[^>]*>/g, '')

const formNamed = (name: string) => publicForms.find((form) => form.name === name)!

const succeeds = [
  ['newsletter', 'Subscribe success'],
  ['contact', 'Contact success'],
  ['order', 'Order success'],
] as const
test.each(succeeds)('%s: %s', async (name, situation) => {
  const someone = visitor(site)
  const { path, fields } = await formNamed(name).fill(someone, maya)
  const answer = await someone.post(path, fields)
  expect(answer.status).toBe(303)
  expect(await textOf(await someone.get(answer.headers.get('Location')!))).toContain(message(situation))
})

test('an order without a name or an email, and a password to be reset', async () => {
  const someone = visitor(site)
  const { path, fields } = await formNamed('order').fill(someone, maya)
  for (const blank of ['name', 'email']) {
    const answer = await someone.post(path, { ...fields, [blank]: ' ' })
    expect(answer.status).toBe(400)
    expect(await textOf(answer)).toContain(message('Order with blank name or e-mail'))
  }
  const reset = await someone.post('/login/forgot', { email: 'nobody@example.com' })
  expect(await textOf(reset)).toContain(message('Reset success'))
})

test('what could not be stored', async () => {
  const someone = visitor(site)
  const admin = await signInAsAdmin(site)
  const failing = [
    ['newsletter', 'Subscribe failure'],
    ['contact', 'Contact failure'],
    ['order', 'Order failure'],
  ] as const
  const filled = await Promise.all(
    failing.map(async ([name, situation]) => ({ ...(await formNamed(name).fill(someone, maya)), situation })),
  )
  const other = new DatabaseSync(join(site.dataDir, 'clinic.db'), { timeout: 10_000 })
  onTestFinished(() => other.close())
  other.exec('begin immediate')
  const answers = await Promise.all([
    ...filled.map(async ({ path, fields, situation }) => [situation, await someone.post(path, fields)] as const),
    (async () =>
      ['Reset failure', await visitor(site).post('/login/forgot', { email: adminSettings.ADMIN_EMAIL })] as const)(),
    (async () => ['Newsletter overall failure', await draft(admin, 'Unsent')] as const)(),
  ])
  for (const [situation, answer] of answers) {
    expect(answer.status, situation).toBe(503)
    expect(await textOf(answer), situation).toContain(message(situation))
  }
})

type Admin = Awaited<ReturnType<typeof signInAsAdmin>>

/** Begins a newsletter. */
const draft = (admin: Admin, subject: string) =>
  admin.post('/admin/newsletter', {
    draft: crypto.randomUUID(),
    url: `${site.url}/blog`,
    subject,
    intro: 'Dear readers,',
  })

test('a newsletter that some get and others do not', async () => {
  const admin = await signInAsAdmin(site)
  const page = (await draft(admin, 'News in May')).headers.get('Location')!
  expect((await admin.post(page, { intent: 'send' })).status).toBe(303)
  const { sent, failed } = await look(site, (db) =>
    until(async () =>
      db.selectFrom('campaigns').select(['sent', 'failed']).where('state', '=', 'done').executeTakeFirst(),
    ),
  )
  const html = await textOf(await admin.get(page))
  expect(failed).toBe(1)
  expect(html).toContain(message('Newsletter, some succeeded', { n: sent }))
  expect(html).toContain(message('Newsletter, some failed', { n: failed }))
})

const feeds: [string, Answer, string][] = [
  ['Blog loading', answerNever, ''],
  ['Blog error', answerStatus(500), 'Failed to fetch RSS feed'],
  ['Blog error', answerJson({ status: 'error' }), 'Failed to fetch RSS feed'],
  ['Blog empty', answerJson({ status: 'ok', items: [] }), ''],
]
test.each(feeds)('%s', async (situation, answer, more) => {
  const service = await startHostedService(answer)
  onTestFinished(() => service.close())
  const blog = await startSiteForTest('sqlite', { FEED_CONVERTER_URL: service.origin, LOG_LEVEL: 'silent' })
  await until(async () =>
    (await textOf(await fetch(`${blog.url}/blog`))).includes(message(situation, { message: more })),
  )
})

test('every message of the specification is asked for', () => {
  expect([...asked].sort()).toEqual([...messages.keys()].sort())
})
