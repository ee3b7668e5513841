import PostalMime from 'postal-mime'
import { textsOf } from '#tests/support/pages.ts'
import { forms } from '#content/forms.ts'
import { newsletter } from '#content/pages/newsletter.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databasesFor, look, startSiteForTest, startSiteOn, startSiteProcessOn } from '#tests/support/databases.ts'
import { until } from '#tests/support/timing.ts'
import { visitor } from '#tests/support/visitor.ts'

const thanks = 'Thank you for subscribing to our newsletter!'

describe.each(databasesFor(import.meta.url))('the newsletter form, on %s', (kind) => {
  let site: Awaited<ReturnType<typeof startSiteOn>>
  beforeAll(async () => {
    site = await startSiteOn(kind, { ABUSE_LIMITS: 'off' })
  })
  afterAll(() => site?.stop())

  const subscribers = () => look(site, (db) => db.selectFrom('subscribers').selectAll().orderBy('createdAt').execute())
  const emailTo = (recipient: string) =>
    until(() =>
      look(site, (db) =>
        db
          .selectFrom('emails')
          .selectAll()
          .where('recipient', '=', recipient)
          .where('state', '=', 'kept')
          .executeTakeFirst(),
      ),
    )

  test('shows the thanks once on the page, and the cached page stays unchanged', async () => {
    const maya = visitor(site)
    await maya.get('/')
    const posted = await maya.post('/', { email: '  Maya.Thomas@Example.com ' })
    expect(posted.status).toBe(303)
    expect(posted.headers.get('Location')).toBe('/#outcome')

    const after = await maya.get('/')
    expect(await after.text()).toContain(thanks)
    expect(after.headers.get('Cache-Control')).toBe('no-store')
    expect(await (await maya.get('/')).text()).not.toContain(thanks)
    expect(await (await visitor(site).get('/')).text()).not.toContain(thanks)
    expect((await subscribers()).map(({ email }) => email)).toContain('maya.thomas@example.com')
  })

  test('sends a welcome email with a working unsubscribe link', async () => {
    await visitor(site).post('/', { email: 'rosa@example.com' })
    const email = await emailTo('rosa@example.com')
    const mail = await PostalMime.parse(email.raw ?? '')
    expect(mail.to?.[0]?.address).toBe('rosa@example.com')
    expect(mail.messageId).toBe(email.messageId)
    expect(mail.text).toContain(textsOf('newsletter-emails').welcome.text.split('\n')[0])
    expect(mail.html).toContain(textsOf('newsletter-emails').welcome.text.split('\n')[0])
    const headers = Object.fromEntries(mail.headers.map(({ key, value }) => [key, value]))
    expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
    expect(headers['auto-submitted']).toBe('auto-generated')
    const link = new URL((headers['list-unsubscribe'] ?? '').slice(1, -1))

    const rosa = visitor(site)
    expect(await (await rosa.get(link.pathname)).text()).toContain('rosa@example.com')
    expect((await subscribers()).find(({ email }) => email === 'rosa@example.com')?.state).toBe('subscribed')
    const done = await rosa.post(link.pathname, { 'List-Unsubscribe': 'One-Click' })
    expect(done.status).toBe(200)
    expect((await subscribers()).find(({ email }) => email === 'rosa@example.com')?.state).toBe('unsubscribed')
  })

  test('responds to an unsubscribe link without a valid signature with a 404', async () => {
    for (const token of ['x', 'e30.AAAA', '..%2f..%2fetc'])
      expect((await visitor(site).post(`/newsletter/unsubscribe/${token}`, {})).status).toBe(404)
  })

  const badAddresses = [
    '',
    '   ',
    'maya',
    'maya@',
    '@example.com',
    'a b@example.com',
    `${'x'.repeat(250)}@example.com`,
    'a@b.co\r\nBcc: x@y.co',
  ]
  test.each(badAddresses)(
    'responds with a 400 and an error next to the field, and preserves the input: %j',
    async (email) => {
      const response = await visitor(site).post('/', { email })
      expect(response.status).toBe(400)
      const html = await response.text()
      expect(html).toContain('aria-invalid="true"')
      if (email.trim() && !email.includes('\n')) expect(html).toContain(`value="${email}"`)
      expect(html).not.toContain(thanks)
    },
  )

  test('treats a form without fields, or with a file instead of an address, as empty', async () => {
    const file = new FormData()
    file.set('email', new Blob(['maya@example.com']), 'maya.txt')
    for (const body of [file, '{"email":1}', new Uint8Array([0, 255])])
      expect((await fetch(site.url, { method: 'POST', body })).status).toBe(400)
  })

  test('asks to submit again if the hidden field is filled in, and preserves the address', async () => {
    const email = 'robot@example.com'
    const response = await visitor(site).post('/', { email, website: 'https://spam.example' })
    expect(response.status).toBe(400)
    const html = await response.text()
    expect(html).toContain(forms.onceMore(newsletter.button))
    expect(html).toContain(`value="${email}"`)
    expect(html).not.toContain('spam.example')
    expect((await subscribers()).map((subscriber) => subscriber.email)).not.toContain(email)
  })

  test('asks once about an address with a likely typo, and accepts either address', async () => {
    const ben = visitor(site)
    const slip = { email: 'ben@gmial.com' }
    const question = await ben.post('/', slip)
    expect(question.status).toBe(200)
    const html = await question.text()
    expect(html).toContain('Did you mean gmail.com?')
    expect(html).toContain('value="ben@gmial.com"')
    expect((await ben.post('/', { ...slip, asked: 'ben@gmial.com' })).status).toBe(303)
    expect((await ben.post('/', { ...slip, asked: 'ben@gmial.com', suggested: 'ben@gmail.com' })).status).toBe(303)
    const stored = (await subscribers()).map(({ email }) => email)
    expect(stored).toEqual(expect.arrayContaining(['ben@gmial.com', 'ben@gmail.com']))
  })

  test('stores one subscriber and one email for a double click', async () => {
    const lin = visitor(site)
    await Promise.all([lin.post('/', { email: 'lin@example.com' }), lin.post('/', { email: 'lin@example.com' })])
    const emails = await look(site, (db) =>
      db.selectFrom('emails').select('id').where('recipient', '=', 'lin@example.com').execute(),
    )
    expect(emails).toHaveLength(1)
  })

  test('a prefetch does not use up the thanks', async () => {
    const ana = visitor(site)
    await ana.post('/', { email: 'ana@example.com' })
    expect(await (await ana.get('/', { 'Sec-Purpose': 'prefetch' })).text()).not.toContain(thanks)
    expect(await (await ana.get('/')).text()).toContain(thanks)
  })
})

test('too many sign-ups from one network get a 429 with the failure text and the time to try again', async () => {
  const site = await startSiteForTest('sqlite')
  const statuses = []
  for (let tries = 0; tries < 61; tries += 1)
    statuses.push((await visitor(site).post('/', { email: `${tries}@example.com` })).status)
  expect(statuses.slice(0, 60).every((status) => status === 303)).toBe(true)
  expect(statuses.at(-1)).toBe(429)
  const rejected = await visitor(site).post('/', { email: 'late@example.com' })
  expect(Number(rejected.headers.get('Retry-After'))).toBeGreaterThan(3_000)
  const html = await rejected.text()
  expect(html).toContain('Failed to subscribe. Error: Please try again later.')
  expect(html.replaceAll(/<\/?span[^>]*>/g, '')).toMatch(/try again after \d+(:\d\d)? [ap]m, or call/)
  expect(html).toContain('value="late@example.com"')
})

test.each(databasesFor(import.meta.url))(
  'a site that was killed right after accepting a sign-up sends the email after a restart, on %s',
  async (kind) => {
    const first = await startSiteProcessOn(kind, { WORKER: 'off' })
    expect((await visitor(first).post('/', { email: 'maya@example.com' })).status).toBe(303)
    await first.stop({ signal: 'SIGKILL', keepData: true })

    const second = await startSiteForTest(kind, { ...first.settings, DATA_DIR: first.dataDir, WORKER: 'on' })
    const email = await until(() =>
      look(second, (db) => db.selectFrom('emails').selectAll().where('state', '=', 'kept').executeTakeFirst()),
    )
    expect(email.recipient).toBe('maya@example.com')
    const jobs = () =>
      look(second, (db) => db.selectFrom('jobs').select('id').where('kind', '=', 'send-email').execute())
    await until(async () => (await jobs()).length === 0 || undefined)
  },
)
