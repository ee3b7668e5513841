import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInAsAdmin } from '#tests/support/admin.ts'
import { type AdminSite, startAdminSite } from '#tests/support/sites.ts'
import { routePaths } from './route-paths.ts'

let site: AdminSite
let admin: Awaited<ReturnType<typeof signInAsAdmin>>
beforeAll(async () => {
  site = await startAdminSite({ WORKER: 'off' })
  admin = await signInAsAdmin(site)
})
afterAll(() => site?.stop())

const addresses = routePaths.map((path) => path.replace(/[:*]\w*/g, 'x'))

const elsewhere: Record<string, string>[] = [
  { Origin: 'https://evil.example' },
  { Origin: 'null' },
  { 'Sec-Fetch-Site': 'cross-site' },
  { 'Sec-Fetch-Site': 'same-site' },
]

test.each(addresses)("a post to %s from another site in the admin's browser gets a 403", async (address) => {
  for (const headers of elsewhere)
    for (const path of [address, `${address}.data`]) {
      const answer = await admin.post(path, { intent: 'delete', unlock: 'send' }, headers)
      expect(answer.status, `${path} ${JSON.stringify(headers)}`).toBe(403)
      expect(await answer.text()).toContain('sent from another website')
    }
})

test('the routes were read completely, and the admin is still signed in', async () => {
  for (const address of ['/', '/cart', '/logout', '/login/reset/x', '/admin/orders/x', '/admin/security'])
    expect(addresses).toContain(address)
  expect((await admin.get('/admin')).status).toBe(200)
})

test('a GET of any path keeps the admin signed in', async () => {
  for (const address of addresses) await (await admin.get(address)).arrayBuffer()
  expect((await admin.get('/admin')).status).toBe(200)
})
