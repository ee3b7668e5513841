import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { picturesPath } from '#app/domain/pictures/picture.ts'
import { writeWords as words, meanwhileWords, newsletterPage } from '#app/routes/admin/newsletter/words.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { databasesFor, look, startSiteOn } from '#tests/support/databases.ts'
import { phoneJpeg } from '#tests/support/picture-files.ts'
import { until } from '#tests/support/timing.ts'
import { visitor } from '#tests/support/visitor.ts'
import { newsletterIssue } from '#content/emails.ts'

const ids = ['sent', 'draft', 'other'].map(
  (name) => `00000000-0000-4000-8000-${name.padEnd(12, '0').replace(/[^0-9a-f]/g, 'a')}`,
)
const [id = '', draft = '', other = ''] = ids
const write = (one: string) => `/admin/newsletter/${one}/write`

describe.each(databasesFor(import.meta.url))('a newsletter that is written here, on %s', (kind) => {
  let site: Awaited<ReturnType<typeof startSiteOn>>
  let admin: Awaited<ReturnType<typeof signInAsAdmin>>
  let post: { title: string; url: string }
  let picture: string
  const get = (path: string) => visitor(site).get(path)
  beforeAll(async () => {
    site = await startSiteOn(kind, { ...adminSettings, ABUSE_LIMITS: 'off' })
    admin = await signInAsAdmin(site)
    post = await until(async () => {
      const html = await (await get('/blog')).text()
      const [, url, title] = /class="plain" href="([^"]+)"[^>]*>([^<]+)</.exec(html) ?? []
      return url && title ? { url, title } : undefined
    })
    const upload = new FormData()
    upload.set('file', new File([new Uint8Array(await phoneJpeg())], 'oil.jpg'))
    upload.set('alt', 'Oil in a bowl')
    picture = /[\w-]{36}/.exec((await admin.upload(picturesPath, upload)).headers.get('Location')!)![0]
    await visitor(site).post('/', { email: 'reader@example.com' })
  })
  afterAll(() => site?.stop())

  const texts = () => ({
    subject: 'Slow meals, and our hours',
    intro: 'Three small habits',
    body: `## Slow meals

Two *small* habits of {name}.

![Oil in a bowl](picture:${picture})

[${post.title}](${post.url})

{free times}

**[Book a visit](/booking)**

{opening hours}`,
  })
  const save = (one: string, typed: Record<string, string>, intent = 'save') =>
    admin.post(write(one), { ...typed, intent })
  const preview = async (one: string, as = '') =>
    (await (await admin.get(`/admin/newsletter/${one}/preview${as}`)).text()).replaceAll('<!-- -->', '')

  test('is kept as it is typed, right or wrong', async () => {
    expect((await save(draft, { subject: '', intro: '', body: 'Half [a link](/nowhere' })).status).toBe(200)
    const form = await (await admin.get(write(draft))).text()
    expect(form).toContain('Half [a link](/nowhere')
    expect(await (await admin.get('/admin/newsletter')).text()).toContain(`/admin/newsletter/${draft}`)
    expect((await admin.get(`/admin/newsletter?edit=${draft}`)).headers.get('Location')).toBe(write(draft))
    const review = await (await admin.get(`/admin/newsletter/${draft}`)).text()
    expect(review).toContain(newsletterPage.checks.text.red)
    expect((await admin.post(`/admin/newsletter/${draft}`, { intent: 'send' })).status).toBe(400)
    expect((await get(`/newsletters/${draft}`)).status, 'a draft').toBe(404)
    expect((await save(other, { body: 'x'.repeat(100_001) })).status).toBe(400)
  })

  test('is not overwritten by someone who opened it earlier: both texts are shown, and a second press is no conflict', async () => {
    const mine = `${draft.slice(0, -1)}7`
    const overOf = (html: string) => /name="over" value="([^"]*)"/.exec(html)?.[1] ?? 'none'
    const open = async () => overOf(await (await admin.get(write(mine))).text())
    expect(await open()).toBe('')
    await save(mine, { subject: 'Tea', intro: '', body: 'First.', over: '' })
    const [mayas, joes] = [await open(), await open()]
    expect(mayas).toMatch(/^[0-9a-f]{16}$/)
    const words = { subject: 'Tea', intro: '', body: 'Maya’s text.', over: mayas }
    expect((await save(mine, words)).status).toBe(200)
    expect((await save(mine, words)).status, 'the same press again').toBe(200)

    for (const intent of ['autosave', 'save', 'review']) {
      const answer = await save(mine, { subject: 'Tea by Joe', intro: '', body: 'Joe’s text.', over: joes }, intent)
      const html = await answer.text()
      expect(answer.status, intent).toBe(409)
      expect(html).toContain(meanwhileWords.error)
      expect(html).toContain(meanwhileWords.theirs('Maya’s text.'))
      expect(html).toContain('Joe’s text.</textarea>')
      expect(await (await admin.get(write(mine))).text()).toContain('Maya’s text.</textarea>')
      if (intent !== 'review') continue
      // Now over what was shown.
      const shown = overOf(html)
      expect((await save(mine, { subject: 'Tea by Joe', intro: '', body: 'Both.', over: shown })).status).toBe(200)
    }
    expect(await (await admin.get(write(mine))).text()).toContain('Both.</textarea>')
  })

  test('is sent only as it was reviewed', async () => {
    const mine = `${draft.slice(0, -1)}8`
    const address = `/admin/newsletter/${mine}`
    await save(mine, { subject: 'Tea', intro: '', body: 'Reviewed.' })
    const [, over = ''] = /name="over" value="([^"]+)"/.exec(await (await admin.get(address)).text()) ?? []
    await save(mine, { subject: 'Tea', intro: '', body: 'Changed in another tab.' })
    const tomorrow = new Date(Date.now() + 24 * 3_600_000).toISOString().slice(0, 16)
    for (const intent of ['send', 'schedule']) {
      const answer = await admin.post(address, { intent, at: tomorrow, over })
      const html = await answer.text()
      expect([answer.status, html.includes(newsletterPage.send.changed)], intent).toEqual([400, true])
    }
    const state = () =>
      look(site, (db) => db.selectFrom('campaigns').select('state').where('id', '=', mine).executeTakeFirst())
    expect((await state())?.state).toBe('draft')
  })

  test('shows its pictures in the preview and on any mail service’s page, and checks just that', async () => {
    const mine = `${draft.slice(0, -1)}9`
    await save(mine, texts())
    const review = await (await admin.get(`/admin/newsletter/${mine}`)).text()
    expect(review).toContain(newsletterPage.checks.pictures.green)
    const shown = await admin.get(`/admin/newsletter/${mine}/preview`)
    // In a frame of another origin, browsers would refuse the site's pictures.
    expect(shown.headers.get('Content-Security-Policy')).toMatch(
      /^sandbox allow-same-origin; default-src 'none'; img-src/,
    )
    const sources = Array.from((await shown.text()).matchAll(/<img[^>]*\ssrc="([^"]+)"/g), ([, src = '']) => src)
    expect(sources.length).toBeGreaterThan(0)
    for (const src of sources) {
      const answer = await get(new URL(src).pathname)
      expect([answer.status, answer.headers.get('Cross-Origin-Resource-Policy')]).toEqual([200, 'cross-origin'])
    }

    // One that is lost, as after a restore without it.
    const files = await look(site, async (db) => {
      const kept = await db.selectFrom('pictureFiles').selectAll().where('pictureId', '=', picture).execute()
      await db.deleteFrom('pictureFiles').where('pictureId', '=', picture).execute()
      return kept
    })
    const lost = await (await admin.get(`/admin/newsletter/${mine}`)).text()
    expect(lost).toContain(newsletterPage.checks.pictures.amber)
    expect(lost).not.toContain(newsletterPage.checks.pictures.green)
    await look(site, (db) => db.insertInto('pictureFiles').values(files).execute())
  })

  test('says what is missing before it is sent, and keeps what was typed', async () => {
    for (const [typed, sentence] of [
      [{ subject: '' }, 'Enter the subject line.'],
      [{ subject: 'x'.repeat(151) }, 'Use at most 150 characters'],
      [{ intro: 'x'.repeat(151) }, 'Use at most 150 characters'],
      [{ body: '' }, 'Enter the text.'],
      [{ body: 'x'.repeat(20_001) }, 'Use at most 20000 characters'],
      [{ body: 'At {free times} then' }, 'Put {free times} in a paragraph of its own.'],
      [{ body: '{nothing}' }, '{nothing} doesn’t stand for anything here.'],
      [{ body: '[soup](/nowhere)' }, 'There’s no page at /nowhere.'],
      [{ body: '![](picture:gone)' }, 'Describe the picture'],
      [{ body: '![oil](picture:gone)' }, 'isn’t in the library any more'],
    ] as const) {
      const answer = await save(draft, { ...texts(), ...typed }, 'review')
      const html = await answer.text()
      expect([answer.status, html.includes(sentence)], sentence).toEqual([400, true])
      expect(html).toContain(('body' in typed ? texts().subject : 'Two *small* habits').slice(0, 20))
    }
  })

  test('is previewed as an email and as text, with every block', async () => {
    expect((await save(id, texts(), 'review')).headers.get('Location')).toBe(`/admin/newsletter/${id}`)
    const html = await preview(id)
    for (const part of [
      '>Slow meals</h2>',
      '<em>small</em>',
      `${site.url}/pictures/${picture}/`,
      'alt="Oil in a bowl"',
      post.title,
      `href="${site.url}${post.url}"`,
      `href="${site.url}/booking"`,
      newsletterIssue.hours,
      `href="${site.url}/newsletters/${id}"`,
    ])
      expect(html, part).toContain(part)
    expect(html).toMatch(new RegExp(`href="${site.url}/booking/general\\?`))
    const text = await preview(id, '?as=text')
    const places = [
      'Slow meals',
      'Oil in a bowl',
      post.title,
      newsletterIssue.times,
      'Book a visit:',
      newsletterIssue.hours,
    ].map((part) => text.indexOf(part, text.indexOf('Two small') - 40))
    expect(places).toEqual(places.toSorted((one, other) => one - other))
    expect(places).not.toContain(-1)
    expect((await visitor(site).get(`/admin/newsletter/${id}/preview`)).status).toBe(302)
  })

  test('is tested to oneself, as an email that one can leave', async () => {
    expect((await admin.post(`/admin/newsletter/${id}`, { intent: 'test' })).status).toBe(303)
    const raw = await until(() =>
      look(site, async (db) => {
        const tests = db.selectFrom('emails').select('raw').where('kind', '=', 'newsletter-test')
        return (await tests.executeTakeFirst())?.raw ?? undefined
      }),
    )
    const mail = await PostalMime.parse(raw)
    expect(mail.subject).toBe(texts().subject)
    expect(mail.html).toContain(`${site.url}/pictures/${picture}/`)
    expect(mail.text).toContain(`Book a visit:\n${site.url}/booking`)
    expect(mail.headers).toContainEqual(expect.objectContaining({ key: 'list-unsubscribe-post' }))
  })

  test('is sent to all readers as it was when sending began, and stays in the archive', async () => {
    expect((await admin.post(`/admin/newsletter/${id}`, { intent: 'send' })).status).toBe(303)
    await until(() =>
      look(site, (db) =>
        db
          .selectFrom('emails')
          .select('id')
          .where('recipient', '=', 'reader@example.com')
          .where('kind', '=', 'newsletter')
          .where('state', '=', 'kept')
          .executeTakeFirst(),
      ),
    )
    const archive = await get(`/newsletters/${id}`)
    expect(archive.status).toBe(200)
    const html = (await archive.text()).replaceAll('<!-- -->', '')
    for (const part of [
      '<h1>Slow meals, and our hours</h1>',
      '>Slow meals</h2>',
      post.title,
      `/pictures/${picture}/`,
      'noindex',
    ])
      expect(html, part).toContain(part)
    expect(html).not.toContain('unsubscribe/')
    expect(html).not.toContain('reader@example.com')
    expect((await save(id, { ...texts(), subject: 'Another' })).headers.get('Location')).toBe(`/admin/newsletter/${id}`)
    expect(await (await get(`/newsletters/${id}`)).text()).toContain('<h1>Slow meals, and our hours</h1>')
    const removed = await admin.post(`${picturesPath}/${picture}`, { intent: 'remove' })
    expect(removed.status, 'shown by a newsletter').toBe(409)
  })

  test('begins with a post by one press', async () => {
    const answer = await admin.post('/admin/posts', { intent: 'newsletter', address: post.url })
    const path = answer.headers.get('Location')!
    expect([answer.status, path]).toEqual([303, expect.stringMatching(/^\/admin\/newsletter\/[\w-]{36}\/write$/)])
    const form = await (await admin.get(path)).text()
    expect(form).toContain(words.title)
    const html = await preview(path.split('/')[3]!)
    expect(html).toContain(post.title)
    expect(html).toContain(`href="${site.url}${post.url}"`)
    expect((await admin.post('/admin/posts', { intent: 'newsletter', address: '/blog/none' })).status).toBe(404)
  })

  test('is nobody else’s', async () => {
    expect((await visitor(site).get(write(id))).status).toBe(302)
    expect((await visitor(site).post(write(other), texts())).status).toBe(403)
    for (const path of [`/newsletters/${other}`, '/newsletters/none', `/newsletters/${'x'.repeat(99)}`])
      expect((await get(path)).status, path).toBe(404)
    expect((await get('/pictures/site/petals.jpg')).headers.get('Location')).toMatch(/^\/assets\/petals-.*\.jpg$/)
    expect((await get('/pictures/site/nothing.jpg')).status).toBe(404)
  })
})
