import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asDocument } from '#app/http/failed-requests.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { databasesFor, startSiteOn } from '#tests/support/databases.ts'
import { visitor } from '#tests/support/visitor.ts'
import { admin as words } from '#content/pages/admin.ts'
import { adminErrorPages } from '#app/routes/admin/error-words.ts'
import { todayPage } from '#app/routes/admin/today/words.ts'

describe.each(databasesFor(import.meta.url))('the dashboard on %s', (kind) => {
  let site: Awaited<ReturnType<typeof startSiteOn>>
  beforeAll(async () => {
    site = await startSiteOn(kind, adminSettings)
  })
  afterAll(() => site.stop())

  test('opens for the admin, and is not cached', async () => {
    const admin = await signInAsAdmin(site)
    const page = await admin.get('/admin')
    expect(page.status).toBe(200)
    expect(page.headers.get('Cache-Control')).toBe('no-store')
    expect(await page.text()).toContain(`<title>${todayPage.title} |`)
  })

  test('redirects anyone else to the home page', async () => {
    for (const address of ['/admin', '/admin/subscribers', '/admin/no-such-page?x=1']) {
      const page = await visitor(site).get(address)
      expect([page.status, page.headers.get('Location')], address).toEqual([302, '/'])
      const head = await fetch(site.url + address, { method: 'HEAD', redirect: 'manual' })
      expect([head.status, head.headers.get('Location')], `HEAD ${address}`).toEqual([302, '/'])
    }
  })

  test('rejects posts and data requests of anyone else in the words of the specification', async () => {
    const post = await visitor(site).post('/admin', { note: 'typed' })
    expect(post.status).toBe(403)
    const page = await post.text()
    expect(page).toContain(words.denied)
    expect(page, 'nothing typed is lost').toContain('<dd>typed</dd>')
    const denied = await visitor(site).get('/admin.data')
    expect(denied.status).toBe(403)
    expect(await denied.text()).toBe(`${asDocument} ${words.denied}`)
  })

  test('says in words of its own that something is not there, inside the dashboard', async () => {
    const admin = await signInAsAdmin(site)
    const { title, help } = adminErrorPages.notFound
    for (const address of ['/admin/no-such-page', '/admin/orders/unknown', '/admin/appointments/unknown']) {
      const page = await admin.get(address)
      const html = await page.text()
      expect([page.status, page.headers.get('Cache-Control')], address).toEqual([404, 'no-store'])
      for (const part of [title, help, `aria-label="${words.sections}"`]) expect(html, address).toContain(part)
    }
  })

  test('ends with Logout, which redirects to the home page', async () => {
    const admin = await signInAsAdmin(site)
    const left = await admin.post('/logout', {})
    expect([left.status, left.headers.get('Location')]).toEqual([303, '/'])
    expect((await admin.get('/admin')).status).toBe(302)
  })
})
