import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditTrail } from '#content/audit.ts'
import { auditPage } from '#content/pages/admin-audit.ts'
import { recordActs } from '#tests/support/acts.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { databaseKinds, look, startSiteOn } from '#tests/support/databases.ts'
import { until } from '#tests/support/until.ts'

describe.each(databaseKinds)('the page of the audit trail on %s', (kind) => {
  let site: Awaited<ReturnType<typeof startSiteOn>>
  let admin: Awaited<ReturnType<typeof signInAsAdmin>>
  const page = async (query = '') => {
    const answer = await admin.get(`/admin/audit${query}`)
    return { status: answer.status, html: plain(await answer.text()) }
  }
  const shown = (html: string) => [...html.matchAll(/thing (\d+)/g)].map(([, number]) => Number(number))

  beforeAll(async () => {
    site = await startSiteOn(kind, adminSettings)
    admin = await signInAsAdmin(site)
    const acts = Array.from({ length: 120 }, (_, index) => index + 1)
    await recordActs(
      site,
      acts.map((act) => ({
        act: 'subscriber.added',
        record: `subscriber:${act % 2 === 0 ? 'even' : 'odd'}`,
        detail: `thing ${act}`,
      })),
    )
  })
  afterAll(() => site.stop())

  test('shows what was done, newest first, and leads to older entries without a gap', async () => {
    let seen: number[] = []
    for (let query: string | undefined = ''; query !== undefined;) {
      const { status, html } = await page(query)
      expect(status).toBe(200)
      seen = [...seen, ...shown(html)]
      query = /<a (?=[^>]*rel="next")[^>]*href="\/admin\/audit(\?[^"]*)"/.exec(html)?.[1]
    }
    expect(seen).toEqual(Array.from({ length: 120 }, (_, index) => 120 - index))
  })

  test('shows what was done with one record, also beyond the first page', async () => {
    const { html } = await page('?record=subscriber%3Aeven')
    expect(shown(html)[0]).toBe(120)
    expect(shown(html).every((number) => number % 2 === 0)).toBe(true)
    const older = /<a (?=[^>]*rel="next")[^>]*href="\/admin\/audit(\?[^"]*)"/.exec(html)?.[1] ?? ''
    expect(shown((await page(older)).html)).toEqual([20, 18, 16, 14, 12, 10, 8, 6, 4, 2])
  })

  test('shows what was done on one day of the clinic', async () => {
    // In Alabama it is still the day before.
    const night = Date.UTC(2020, 5, 2, 3)
    await look(site, (db) =>
      db.updateTable('audit_entries').set({ at: night }).where('detail', '=', 'thing 7').execute(),
    )
    expect(shown((await page('?day=2020-06-01')).html)).toEqual([7])
    const none = await page('?day=2020-06-02')
    expect(shown(none.html)).toEqual([])
    expect(none.html).toContain(auditPage.noneFound)
  })

  test('says what is wrong with a day that is none, and takes any other question for none', async () => {
    const bad = await page('?day=yesterday')
    expect(bad.status).toBe(400)
    expect(bad.html).toContain(auditPage.badDay)
    for (const query of ['?before=x', '?before=-1', '?before=1e99', `?record=${'r'.repeat(5_000)}`, '?record='])
      expect((await page(query)).status, query).toBe(200)
    const script = await page(`?record=${encodeURIComponent('"><script>alert(1)</script>')}`)
    expect(script.html).not.toContain('<script>alert')
  })

  test('says when the trail was verified, and shows one that is broken', async () => {
    const verified = () => look(site, (db) => db.selectFrom('audit_verifications').selectAll().executeTakeFirst())
    await until(verified)
    expect((await page()).html).toContain(auditPage.state.whole('|').split('|')[1])
    await look(site, (db) => db.updateTable('audit_verifications').set({ fault: 'altered', entry: 7 }).execute())
    const { html } = await page()
    expect(html).toContain(auditTrail.broken(7, 'altered'))
    expect(html).toContain('role="alert"')
  })
})

const plain = (html: string) => html.replaceAll('&#x27;', "'").replaceAll('&amp;', '&').replaceAll('<!-- -->', '')
