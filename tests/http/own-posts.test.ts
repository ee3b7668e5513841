import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { entriesWords as words } from '#app/routes/admin/pages/words.ts'
import { postSchema } from '#content/schemas/post.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { databasesFor, startSiteOn } from '#tests/support/databases.ts'
import { blogOfAFeed } from '#tests/support/feeds.ts'
import { formWith, visitor } from '#tests/support/visitor.ts'
import { answerText } from '#tests/support/hosted-services.ts'
import { until } from '#tests/support/timing.ts'
import { claimWords, postsPage } from '#content/pages/admin-claims.ts'
import { blogPage } from '#content/pages/blog.ts'

const text = `Soup first.

## What to cook

**Squash** with cumin, and [a visit](/contact).`

type Admin = Awaited<ReturnType<typeof signInAsAdmin>>

/** The text of a post, posted by its form. */
const pressIn = (admin: Admin, path: string) => async (intent: string, typed: Record<string, string>) => {
  const { fields } = formWith(await (await admin.get(path)).text(), 'title')
  return admin.post(path, { ...fields, ...typed, intent })
}

/** As an editor does: begins a post, writes it, publishes it. Returns its id. */
async function publishPost(admin: Admin, title: string) {
  const added = await admin.post('/admin/posts', { intent: 'add', title })
  const path = added.headers.get('Location')!.replace('#done', '')
  expect((await pressIn(admin, path)('publish', { text })).status).toBe(303)
  return path.slice('/admin/posts/'.length)
}

const titlesOn = (html: string) => [...html.matchAll(/class="plain"[^>]*>([^<]+)</g)].map(([, title]) => title)

describe.each(databasesFor(import.meta.url))('posts of the clinic on %s', (kind) => {
  let site: Awaited<ReturnType<typeof startSiteOn>>
  let admin: Admin
  let press: ReturnType<typeof pressIn>
  let fromFeed: (string | undefined)[]
  const get = (path: string) => visitor(site).get(path)
  const read = async (path: string) => (await get(path)).text()
  beforeAll(async () => {
    site = await startSiteOn(kind, { ...adminSettings, ABUSE_LIMITS: 'off' })
    admin = await signInAsAdmin(site)
    press = pressIn(admin, '/admin/posts/slow-soups')
    // The feed is read once the site has started.
    fromFeed = await until(async () => {
      const titles = titlesOn(await read('/blog'))
      return titles.length === 5 ? titles : undefined
    })
  })
  afterAll(() => site?.stop())

  test('of the feed become newsletters only while the website shows them', async () => {
    const page = async () => (await admin.get('/admin/posts')).text()
    const switchFeed = async (typed: Record<string, string>) => {
      const { showsFeed: _, ...fields } = formWith(
        await (await admin.get('/admin/pages/blog')).text(),
        'showsFeed',
      ).fields
      expect((await admin.post('/admin/pages/blog', { ...fields, ...typed, intent: 'publish' })).status).toBe(303)
    }
    expect(await page()).toContain(postsPage.newsletter)
    expect(await page()).not.toContain(postsPage.feedIsOff)
    await switchFeed({ showsFeed: '' })
    expect(await page()).not.toContain(postsPage.newsletter)
    expect(await page()).toContain(postsPage.feedIsOff)
    await switchFeed({ showsFeed: 'on' })
    expect(await page()).toContain(postsPage.newsletter)
  })

  test('are drafts at first, seen in their preview only', async () => {
    const added = await admin.post('/admin/posts', { intent: 'add', title: 'Slow Soups' })
    expect(added.headers.get('Location')).toBe('/admin/posts/slow-soups#done')
    await press('save', { text, author: 'Maya Rao' })
    expect((await get('/blog/slow-soups')).status).toBe(404)
    expect(titlesOn(await read('/blog'))).toEqual(fromFeed)
    const preview = (await (await admin.get('/admin/posts/slow-soups/preview')).text()).replaceAll(
      /[\u2060-\u2064\u200b-\u200d]/g,
      '',
    )
    expect(preview).toContain('What to cook')
    const list = await (await admin.get('/admin/posts')).text()
    expect(list).toContain(words.states.new)
    expect(list).toContain(words.draft.waiting)
  })

  test('stand on the blog by their date once published, with a page of their own', async () => {
    expect((await press('publish', {})).status).toBe(303)
    expect(titlesOn(await read('/blog'))).toEqual(['Slow Soups', ...fromFeed.slice(0, 4)])
    expect(titlesOn(await read('/blog/all'))[0]).toBe('Slow Soups')
    const html = await read('/blog/slow-soups')
    for (const part of [
      '<h1>Slow Soups</h1>',
      '<h2>What to cook</h2>',
      '<strong>Squash</strong>',
      blogPage.by('Maya Rao'),
    ])
      expect(html, part).toContain(part)
    expect(html).toContain('"@type":"BlogPosting","headline":"Slow Soups"')
    expect(html).toMatch(/"dateModified":"\d{4}-\d\d-\d\d"/)
    expect(html).toMatch(/<meta property="og:image" content="[^"]+\.jpg"/)
    expect(html).toContain('content="Soup first. What to cook Squash with cumin, and a visit...."')
    expect(html.replaceAll('<!-- -->', '')).toContain(`${blogPage.older} <b>${fromFeed[0]}</b>`)
    const feed = await read('/feed.xml')
    expect(feed).toContain('<title>Slow Soups</title>')
    expect(feed).toContain(`<a href="${site.url}/contact">a visit</a>`)
    expect(await read('/sitemap.xml')).toContain('/blog/slow-soups</loc>')
    expect(await read('/search?q=squash+cumin')).toContain('href="/blog/slow-soups"')
  })

  test('keep their date when they are changed, and are gone while removed', async () => {
    const dated = async () => /<time dateTime="([^"]+)"/.exec(await read('/blog/slow-soups'))?.[1]
    const [date, page] = [await dated(), await read('/feed.xml')]
    expect((await press('publish', { title: 'Slower Soups' })).status).toBe(303)
    expect(await dated()).toBe(date)
    const pubDate = (xml: string) => /<title>Slow\w* Soups<\/title>[\s\S]*?<pubDate>([^<]+)/.exec(xml)?.[1]
    expect(pubDate(await read('/feed.xml'))).toBe(pubDate(page))
    expect((await press('remove', {})).status).toBe(303)
    expect((await get('/blog/slow-soups')).status).toBe(404)
    expect(titlesOn(await read('/blog'))).toEqual(fromFeed)
    expect(await read('/feed.xml')).not.toContain('Slower Soups')
    expect((await press('put-back', {})).status).toBe(303)
    expect(titlesOn(await read('/blog'))[0]).toBe('Slower Soups')
  })

  test('take no address that another page or a post of the feed has', async () => {
    for (const [title, id] of [
      ['All', 'all-2'],
      [fromFeed[0]!, expect.stringMatching(/-2$/)],
      ['Slow soups', 'slow-soups-2'],
    ] as const) {
      const added = await admin.post('/admin/posts', { intent: 'add', title })
      const path = added.headers.get('Location')!.replace('#done', '')
      expect(path.slice('/admin/posts/'.length)).toEqual(id)
    }
  })

  test('keep what was typed when something is wrong', async () => {
    for (const title of ['', ' ', 'x'.repeat(121)]) {
      const answer = await admin.post('/admin/posts', { intent: 'add', title })
      expect(answer.status).toBe(400)
      expect(await answer.text()).toContain(title.trim() ? words.tooLong(120) : postSchema.list.asks.blank)
    }
    for (const [typed, sentence] of [
      [{ title: '' }, 'Enter the title.'],
      [{ text: '# Large\n\n### Small' }, 'is out of order'],
      [{ text: 'See {city}' }, '{city} doesn’t stand for anything here.'],
      [{ text: '[a link](/nowhere)' }, '/nowhere'],
      [{ text: 'x'.repeat(20_001) }, 'Use at most 20000 characters'],
      [{ picture: 'picture:gone' }, 'isn’t in the library any more'],
    ] as const) {
      const answer = await press('publish', { author: 'kept text', ...typed })
      const html = await answer.text()
      expect([answer.status, html.includes(sentence), html.includes('kept text')], sentence).toEqual([400, true, true])
    }
    const claim = await press('publish', { text: 'Our tea cures diabetes.' })
    expect([claim.status, (await claim.text()).includes(claimWords.saveAsItIs)]).toEqual([400, true])
    expect((await admin.get('/admin/posts/nothing')).status).toBe(404)
    expect((await visitor(site).post('/admin/posts', { intent: 'add', title: 'x' })).status).toBe(403)
  })

  test('are all there is when the clinic shows no posts of the feed', async () => {
    const path = '/admin/pages/blog'
    const { fields } = formWith(await (await admin.get(path)).text(), 'lead')
    const [, other] = [...(await read('/blog')).matchAll(/class="plain" href="([^"]+)"/g)].map(([, url]) => url!)
    expect((await admin.post(path, { ...fields, showsFeed: '', intent: 'publish' })).status).toBe(303)
    expect(titlesOn(await read('/blog'))).toEqual(['Slower Soups'])
    expect((await get(other!)).status).toBe(404)
    expect((await read('/feed.xml')).match(/<item>/g)).toHaveLength(1)
    expect((await press('remove', {})).status).toBe(303)
    expect(await read('/blog')).toContain(blogPage.empty)
    expect((await get('/feed.xml')).status).toBe(404)
  })
})

test('show also while the feed can’t be read', async () => {
  const { site, page } = await blogOfAFeed(answerText('none', 'text/plain'), () => ({
    ...adminSettings,
    ABUSE_LIMITS: 'off',
  }))
  await until(async () => ((await page('/blog')).includes(blogPage.fetchFailed) ? true : undefined))
  const id = await publishPost(await signInAsAdmin(site), 'Here already')
  const html = await page('/blog')
  expect(titlesOn(html)).toEqual(['Here already'])
  expect(html).not.toContain(blogPage.fetchFailed)
  expect(await page(`/blog/${id}`)).toContain('<h1>Here already</h1>')
  expect(await (await fetch(`${site.url}/feed.xml`)).text()).toContain('<title>Here already</title>')
})
