import type { Db } from '#app/database/tables.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { goodPassword, otherPassword } from '#tests/support/accounts.ts'
import { adminSettings, confirmWithPassword, signInAsAdmin, totp } from '#tests/support/admin.ts'
import { databasesFor, look, startSiteForTest, startSiteProcessOn } from '#tests/support/databases.ts'
import { runBeside } from '#tests/support/run-command.ts'
import { until } from '#tests/support/timing.ts'
import { visitor } from '#tests/support/visitor.ts'
import { adminLinkPage as words } from '#content/pages/admin-security.ts'

const email = 'admin@clinic.example'
const longPassword = `${goodPassword} ${otherPassword}`

describe.each(databasesFor(import.meta.url))('who the admin is, on %s', (kind) => {
  const siteWith = (settings: Record<string, string>) => startSiteForTest(kind, { ADMIN_EMAIL: email, ...settings })

  const linkIn = (text: string) => /(\/login\/admin\/[\w-]+)/.exec(text)?.[1] ?? ''

  /** Runs `npm run admin:link` while the site runs. */
  async function freshLink(site: Awaited<ReturnType<typeof siteWith>>) {
    return linkIn((await runBeside(site, 'admin-link')).said)
  }

  test('the first start prints an admin link once, which the log does not contain', async () => {
    const site = await startSiteProcessOn(kind, { ADMIN_EMAIL: email })
    onTestFinished(async () => void (await site.stop()))
    // Soon after it listens.
    const link = await until(async () => linkIn(site.output()) || undefined)
    const logged = site
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
    expect(logged.join()).not.toContain(link)
    const stored = await look(site, (db) => db.selectFrom('adminLinks').selectAll().execute())
    expect(JSON.stringify(stored)).not.toContain(link.slice('/login/admin/'.length))

    const owner = visitor(site)
    expect((await owner.get(link)).status).toBe(200)
    const weak = await owner.post(link, { password: goodPassword.slice(0, 12) })
    expect(weak.status).toBe(400)
    const used = await owner.post(link, { password: longPassword })
    expect([used.status, used.headers.get('Location')]).toEqual([303, '/admin'])
    expect((await owner.get('/admin')).status).toBe(200)

    const late = await visitor(site).post(link, { password: otherPassword })
    expect(late.status).toBe(404)
    expect(await late.text()).toContain(words.gone.title)
  })

  test('an earlier sign-up with the admin’s address loses all access once the address is verified', async () => {
    const site = await siteWith({})
    const link = await freshLink(site)
    const stranger = visitor(site)
    await stranger.post('/login?mode=sign-up', { name: 'X', email, password: goodPassword })
    expect((await stranger.get('/admin')).status).toBe(302)
    const owner = visitor(site)
    await owner.post(link, { password: longPassword })
    expect((await owner.get('/admin')).status).toBe(200)
    expect((await stranger.get('/admin')).status).toBe(302)
    expect((await stranger.post('/login', { email, password: goodPassword })).status).toBe(400)
  })

  test('a new link restores access after the phone is lost, and ends older links, sessions and two-factor authentication', async () => {
    const site = await siteWith(adminSettings)
    const thief = await signInAsAdmin(site)
    await confirmWithPassword(thief, '/admin/security', { intent: 'start' })
    const key = /<code class="key">([A-Z2-7 ]+)</.exec(await (await thief.get('/admin/security')).text())?.[1] ?? ''
    await thief.post('/admin/security', { intent: 'confirm', code: totp(key, Date.now()) })

    const older = await freshLink(site)
    const link = await freshLink(site)
    const owner = visitor(site)
    expect((await owner.get(older)).status).toBe(404)
    expect((await owner.post(older, { password: longPassword })).status).toBe(404)
    const presses = await Promise.all([
      owner.post(link, { password: longPassword }),
      visitor(site).post(link, { password: otherPassword.repeat(2) }),
    ])
    expect(presses.map(({ status }) => status).toSorted(), 'it works once').toEqual([303, 404])
    expect((await thief.get('/admin')).status).toBe(302)
    const factors = await look(site, (db) => db.selectFrom('twoFactors').selectAll().execute())
    expect(factors).toEqual([])
    const acts = await look(site, (db) => db.selectFrom('auditEntries').select(['act', 'who']).execute())
    expect(acts).toContainEqual({ act: 'admin.link-made', who: 'operator' })
    expect(acts.map(({ act }) => act)).toContain('admin.link-used')
  })

  test('a link expires after half an hour', async () => {
    const site = await siteWith({})
    const link = await freshLink(site)
    const end = (db: Db) =>
      db
        .updateTable('adminLinks')
        .set({ until: Date.now() - 1 })
        .execute()
    await look(site, end)
    expect((await visitor(site).get(link)).status).toBe(404)
    expect((await visitor(site).post(link, { password: longPassword })).status).toBe(404)
  })
})
