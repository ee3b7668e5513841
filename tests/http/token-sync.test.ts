import { createHmac, hkdfSync } from 'node:crypto'
import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { accountHolder, goodPassword } from '#tests/support/accounts.ts'
import { look, startSiteForTest } from '#tests/support/databases.ts'
import { until } from '#tests/support/timing.ts'
import { portOf } from '#tests/support/connections.ts'

const maya = { email: 'maya@example.com', password: goodPassword }
const secret = 'a session secret of more than 32 characters'

/** The operator's service; its first `failures` responses are 500. */
async function syncService({ failures = 0 } = {}) {
  const posted: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (text) => (body += text))
    request.on('end', () => {
      posted.push(body)
      response.writeHead(posted.length <= failures ? 500 : 204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${portOf(server)}/sync`, posted }
}

async function siteFor(settings: Record<string, string>) {
  const site = await startSiteForTest('sqlite', { ABUSE_LIMITS: 'off', SESSION_SECRET: secret, ...settings })
  return site
}

/** Checks the token as docs/operations.md describes. */
function readClaims(body: string | undefined) {
  const { token } = JSON.parse(body ?? '') as { token: string }
  const [head = '', claims = '', signature] = token.split('.')
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'auth sync', 32))
  expect(signature).toBe(createHmac('sha256', key).update(`${head}.${claims}`).digest('base64url'))
  expect(JSON.parse(Buffer.from(head, 'base64url').toString())).toEqual({ alg: 'HS256', typ: 'JWT' })
  return JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>
}

test('each sign-in and sign-out posts a signed, short-lived token', async () => {
  const service = await syncService()
  const site = await siteFor({ AUTH_SYNC_URL: service.url })
  const person = accountHolder(site)
  await person.signUp(maya)
  await until(async () => service.posted.length === 1 || undefined)
  await person.logOut()
  await until(async () => service.posted.length === 2 || undefined)
  const [first, second] = service.posted.map(readClaims)
  const account = await look(site, (db) => db.selectFrom('users').select('id').executeTakeFirstOrThrow())
  const now = Math.floor(Date.now() / 1000)
  expect(first).toMatchObject({ sub: account.id, email: maya.email, event: 'signed-in', iss: site.url })
  expect(second).toMatchObject({ sub: account.id, email: maya.email, event: 'signed-out' })
  for (const claims of [first, second]) {
    expect(claims?.exp).toBeGreaterThan(now)
    expect(claims?.exp).toBeLessThanOrEqual(now + 300)
  }
  expect(site.output()).not.toContain(maya.email)
})

test('a failing service gets the token later, and sign-ins do not wait for it', async () => {
  const service = await syncService({ failures: 1 })
  const site = await siteFor({ AUTH_SYNC_URL: service.url })
  expect((await accountHolder(site).signUp(maya)).status).toBe(303)
  await until(async () => service.posted.length === 1 || undefined)
  const job = await until(async () =>
    look(site, (db) =>
      db
        .selectFrom('jobs')
        .select(['payload', 'attempts'])
        .where('kind', '=', 'sync-token')
        .where('lastError', 'is not', null)
        .executeTakeFirst(),
    ),
  )
  expect(job.payload, 'the job contains no email address').not.toContain('@')
  await look(site, (db) => db.updateTable('jobs').set({ runAt: 0 }).where('kind', '=', 'sync-token').execute())
  await until(async () => service.posted.length === 2 || undefined)
})

test('without AUTH_SYNC_URL no token is sent and no job is created', async () => {
  const site = await siteFor({})
  await accountHolder(site).signUp(maya)
  const jobs = await look(site, (db) => db.selectFrom('jobs').select('kind').where('kind', '=', 'sync-token').execute())
  expect(jobs).toEqual([])
})
