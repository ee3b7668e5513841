import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { insightsPage as words } from '#app/routes/admin/insights/words.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { besideSite, databasesFor, look, startSiteForTest } from '#tests/support/databases.ts'
import { insertEvents, makeEvents } from '#tests/support/recount.ts'
import { until } from '#tests/support/timing.ts'

const day = 86_400_000

/** Unlike `fetch`, sends the headers of a browser that opens a page. */
const openPage = (url: string, headers: Record<string, string> = {}) =>
  new Promise<number | undefined>((resolve, reject) => {
    const browser = { 'Sec-Fetch-Dest': 'document', 'Sec-Fetch-Site': 'cross-site', ...headers }
    request(url, { headers: browser }, (response) => response.resume().on('end', () => resolve(response.statusCode)))
      .on('error', reject)
      .end()
  })

describe.each(databasesFor(import.meta.url))('on %s', (kind) => {
  test('the page shows figures and tables without scripts, and nothing that is hidden', async () => {
    const site = await startSiteForTest(kind, { ...adminSettings, WORKER: 'off' })
    const admin = await signInAsAdmin(site)
    const empty = await (await admin.get('/admin/insights')).text()
    for (const { none } of [words.bookings, words.revenue, words.sources, words.newsletters])
      expect(empty).toContain(none)

    const now = Date.now()
    const events = makeEvents({ seed: 1, now, days: 400, appointments: 2_000, orders: 300, emails: 300, visits: 300 })
    const search = { kind: 'search', at: now - 10 * day } as const
    for (let n = 0; n < 4; n += 1) events.visits.push({ ...search, name: 'rarely searched' })
    for (let n = 0; n < 5; n += 1) events.visits.push({ ...search, name: 'often searched' })
    await besideSite(site, (database) => insertEvents(database, events))
    for (const period of ['4-weeks', '13-weeks', '1-year'] as const) {
      const answer = await admin.get(`/admin/insights?period=${period}`)
      const html = await answer.text()
      expect(answer.status, period).toBe(200)
      expect(html, period).toMatch(new RegExp(`aria-current="true"[^>]*>${words.periods[period]}`))
      // Each picture has its table; the map of the week is one itself.
      expect(html.match(/<figure/g)?.length, period).toBe(html.match(/<table/g)?.length)
      expect(html, period).toContain('often searched')
      expect(html, period).toContain(words.summary.revenue)
      expect(html, period).not.toContain('rarely searched')
      expect(html, period).not.toMatch(/@example\.com|Maya/)
    }
  })

  test('visits from elsewhere and searches in vain are counted, also when pages come from the cache', async () => {
    const site = await startSiteForTest(kind, { ...adminSettings, WORKER: 'off' })
    const google = { Referer: 'https://www.google.com/search?q=clinic' }
    for (let n = 0; n < 3; n += 1) await openPage(`${site.url}/about`, google)
    await openPage(`${site.url}/booking?utm_source=Flyer`, { 'Sec-Fetch-Site': 'none' })
    for (let n = 0; n < 2; n += 1) await openPage(`${site.url}/search?q=Zyzzyva`, { 'Sec-Fetch-Site': 'same-origin' })
    // None of these is a person who came from elsewhere.
    await openPage(`${site.url}/contact`, { 'Sec-Fetch-Site': 'same-origin', Referer: `${site.url}/about` })
    await openPage(`${site.url}/no-such-page`, google)
    await openPage(`${site.url}/login`, google)
    await openPage(`${site.url}/services`, { ...google, 'Sec-Purpose': 'prefetch' })
    await fetch(`${site.url}/about`)
    await fetch(`${site.url}/search?q=Zyzzyva`)
    const counts = await until(async () => {
      const rows = await look(site, (db) =>
        db.selectFrom('dailyCounts').select(['kind', 'name', 'count']).orderBy('kind').orderBy('name').execute(),
      )
      return rows.length > 0 ? rows.map(({ count, ...row }) => ({ ...row, count: Number(count) })) : undefined
    })
    expect(counts).toEqual([
      { kind: 'campaign', name: 'flyer', count: 1 },
      { kind: 'search', name: 'zyzzyva', count: 2 },
      { kind: 'source', name: 'direct', count: 1 },
      { kind: 'source', name: 'google.com', count: 3 },
    ])
  })
})
