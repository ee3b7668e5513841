import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { postsPage } from '#content/pages/admin-claims.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { databasesFor, look, startSiteOn } from '#tests/support/databases.ts'
import { claim, feedWithClaims } from '#tests/support/feeds.ts'
import { until } from '#tests/support/timing.ts'
import { buttonsIn, visitor } from '#tests/support/visitor.ts'

type Site = Awaited<ReturnType<typeof startSiteOn>>
type Admin = Awaited<ReturnType<typeof signInAsAdmin>>

const readPage = async (who: Pick<Admin, 'get'>, path: string) => {
  const answer = await who.get(path)
  return { status: answer.status, text: (await answer.text()).replaceAll('<!-- -->', '') }
}

describe.each(databasesFor(import.meta.url))('hiding a post on %s', (kind) => {
  let site: Site
  let admin: Admin
  let address = ''
  let title = ''

  beforeAll(async () => {
    site = await startSiteOn(kind, { ...adminSettings, ABUSE_LIMITS: 'off' })
    admin = await signInAsAdmin(site)
    const post = await until(() =>
      look(site, (db) =>
        db.selectFrom('blogPosts').select(['url', 'title']).where('position', '=', 1).executeTakeFirst(),
      ),
    )
    address = post?.url ?? ''
    title = post?.title ?? ''
  })
  afterAll(() => site.stop())

  /** The pages on which visitors see the post. */
  async function found() {
    const someone = visitor(site)
    const shows = async (path: string) => {
      const { text } = await readPage(someone, path)
      return text.includes(`href="${address}"`) || text.includes(`${address}<`)
    }
    const paths = ['/blog', '/feed.xml', '/sitemap.xml', `/search?q=${encodeURIComponent(title)}`]
    const shown = await Promise.all(paths.map(async (path) => ((await shows(path)) ? [path.split('?')[0]] : [])))
    return [...shown.flat(), (await someone.get(address)).status]
  }

  test('removes it from every page at once, including cached ones, and restores it', async () => {
    const everywhere = ['/blog', '/feed.xml', '/sitemap.xml', '/search', 200]
    expect(await found()).toEqual(everywhere)

    const hidden = await admin.post('/admin/posts', { intent: 'hide', address })
    expect([hidden.status, hidden.headers.get('Location')]).toEqual([303, '/admin/posts#outcome'])
    expect(await found()).toEqual([404])
    const page = await readPage(admin, '/admin/posts')
    expect(page.text).toContain(postsPage.hidden)
    expect(page.text).toContain(postsPage.show)
    expect((await readPage(admin, '/admin/posts')).text).not.toContain(postsPage.hidden)

    await admin.post('/admin/posts', { intent: 'show', address })
    expect(await found()).toEqual(everywhere)
    expect((await readPage(admin, '/admin/posts')).text).toContain(postsPage.shown)
    const entries = await look(site, (db) => db.selectFrom('auditEntries').select('act').orderBy('sequence').execute())
    expect(entries.map(({ act }) => act).filter((act) => act.startsWith('post.'))).toEqual([
      'post.hidden',
      'post.shown',
    ])
  })

  test('is only available to the admin', async () => {
    const rejected = await visitor(site).post('/admin/posts', { intent: 'hide', address })
    expect(rejected.status).toBe(403)
    expect((await visitor(site).get('/admin/posts')).status).toBe(302)
    expect(await found()).toHaveLength(5)
  })

  test('reports a missing post or an invalid action', async () => {
    for (const form of [
      { intent: 'hide', address: '/blog/none' },
      { intent: 'show', address: '' },
      { intent: 'keep', address: 'x'.repeat(5_000) },
    ]) {
      const answer = await admin.post('/admin/posts', form as Record<string, string>)
      expect([400, 409]).toContain(answer.status)
      expect(await answer.text()).toContain(postsPage.notFound)
    }
    expect(await found()).toHaveLength(5)
  })
})

describe.each(databasesFor(import.meta.url))('claims in a post on %s', (kind) => {
  let site: Site
  let admin: Admin
  beforeAll(async () => {
    site = await startSiteOn(kind, { ...adminSettings, FEED_URL: feedWithClaims() })
    admin = await signInAsAdmin(site)
    await until(() => look(site, (db) => db.selectFrom('blogPosts').select('url').executeTakeFirst()))
  })
  afterAll(() => site.stop())

  const fingerprint = (html: string) => /name="fingerprint" value="([^"]+)"/.exec(html)?.[1] ?? ''

  test('are marked with a lawful alternative, while the post stays visible, until the admin dismisses them', async () => {
    const { text } = await readPage(admin, '/admin/posts')
    expect(text).toContain(`<mark>${claim.words}</mark>`)
    expect(text).toContain('supports joint comfort and easy movement')
    expect(text).toContain(postsPage.states.marked(1))
    expect(text).toContain(postsPage.states.clear)
    const open = [...text.matchAll(/ id="post-[^"]+" open=""><summary><span>([^<]+)/g)].map(([, title]) => title)
    expect(open, 'what is to decide').toEqual([claim.post])
    expect(buttonsIn(text, 'intent').filter((intent) => intent === 'keep')).toHaveLength(1)
    expect((await readPage(visitor(site), '/blog')).text).toContain(claim.words)

    const changed = await admin.post('/admin/posts', {
      intent: 'keep',
      address: claim.address,
      fingerprint: 'x',
    })
    expect(changed.status).toBe(409)
    expect(await changed.text()).toContain(postsPage.changed)

    const form = { intent: 'keep', address: claim.address, fingerprint: fingerprint(text) }
    expect((await admin.post('/admin/posts', form)).status).toBe(303)
    const after = await readPage(admin, '/admin/posts')
    expect(after.text).toContain(postsPage.kept)
    expect(after.text).not.toContain(postsPage.states.marked(1))
    expect(buttonsIn(after.text, 'intent')).not.toContain('keep')
    expect((await readPage(visitor(site), '/blog')).text).toContain(claim.words)
  })
})

test('a decision that cannot be saved is reported next to the post, and the page shows what it can', async () => {
  const site = await startSiteOn('sqlite', { ...adminSettings, FEED_URL: feedWithClaims() })
  const other = new DatabaseSync(join(site.dataDir, 'clinic.db'), { timeout: 10_000 })
  try {
    const admin = await signInAsAdmin(site)
    await until(() => look(site, (db) => db.selectFrom('blogPosts').select('url').executeTakeFirst()))
    other.exec('begin exclusive')
    const rejected = await admin.post('/admin/posts', { intent: 'hide', address: claim.address })
    const html = await rejected.text()
    expect([rejected.status, html.includes(postsPage.failed)]).toEqual([503, true])
    expect(html).toContain(`<mark>${claim.words}</mark>`)
    other.exec('rollback')
    expect((await admin.post('/admin/posts', { intent: 'hide', address: claim.address })).status).toBe(303)
  } finally {
    other.close()
    await site.stop()
  }
})
