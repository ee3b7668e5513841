import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { withoutMarks } from '#app/domain/content/marks.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { databasesFor, look, startSiteOn } from '#tests/support/databases.ts'
import { formWith, visitor } from '#tests/support/visitor.ts'
import { textsOf } from '#tests/support/pages.ts'
import { until } from '#tests/support/timing.ts'

describe.each(databasesFor(import.meta.url))('the texts of emails, on %s', (kind) => {
  let site: Awaited<ReturnType<typeof startSiteOn>>
  let admin: Awaited<ReturnType<typeof signInAsAdmin>>
  beforeAll(async () => {
    site = await startSiteOn(kind, { ...adminSettings, ABUSE_LIMITS: 'off' })
    admin = await signInAsAdmin(site)
  })
  afterAll(() => site?.stop())

  async function press(record: string, intent: string, typed: Record<string, string>) {
    const address = `/admin/pages/${record}`
    const { fields } = formWith(await (await admin.get(address)).text(), Object.keys(typed)[0]!)
    return admin.post(address, { ...fields, ...typed, intent })
  }

  const mailTo = async (recipient: string) => {
    const email = await until(() =>
      look(site, (db) => db.selectFrom('emails').selectAll().where('recipient', '=', recipient).executeTakeFirst()),
    )
    const { raw } = await until(() =>
      look(site, (db) =>
        db.selectFrom('emails').selectAll().where('id', '=', email.id).where('state', '=', 'kept').executeTakeFirst(),
      ),
    )
    return PostalMime.parse(raw ?? '')
  }

  test('are in the emails once they are published, with each line a paragraph and nothing as HTML', async () => {
    const draft = { 'welcome.subject': 'Good day from {name}', 'welcome.text': 'One <b>line</b>.\n\nAnother & {city}.' }
    expect((await press('newsletter-emails', 'save', draft)).status).toBe(303)
    await visitor(site).post('/', { email: 'before@example.com' })
    expect((await mailTo('before@example.com')).subject).toBe(textsOf('newsletter-emails').welcome.subject)

    expect((await press('newsletter-emails', 'publish', draft)).status).toBe(303)
    await visitor(site).post('/', { email: 'after@example.com' })
    const { name, city } = contentFacts(Date.now())
    const mail = await mailTo('after@example.com')
    expect(mail.subject).toBe(`Good day from ${name}`)
    expect(mail.text).toContain(`One <b>line</b>.\n\nAnother & ${city}.`)
    expect(mail.html).toMatch(
      new RegExp(`<p[^>]*>One &lt;b&gt;line&lt;/b&gt;.</p>\\s*<p[^>]*>Another &amp; ${city}.</p>`),
    )
    expect(await (await admin.get('/admin/pages')).text()).toContain('Emails to subscribers')
  })

  test('are shown in all emails of the record, as drafts and with samples, in a frame that nothing leads out of', async () => {
    const { headline } = textsOf('appointment-emails').reminder
    await press('appointment-emails', 'save', {
      'reminder.text': 'You come to us soon.',
      'moved.headline': 'It is {day}',
    })
    const answer = await admin.get('/admin/pages/appointment-emails/preview')
    const html = withoutMarks(await answer.text())
    expect(html).toContain('You come to us soon.')
    expect(html).toMatch(/<h1[^>]*>It is \w+day, November 2\d<\/h1>/)
    expect(headline).toBe('{day}, {time}')
    expect(html).toMatch(/<h1[^>]*>\w+day, November 2\d, [\d:]+ [ap]m<\/h1>/)
    // One for each piece of news, requests held or not, eight of plans, two of links, and one for a new address.
    expect(html.match(/<h1/g)).toHaveLength(23)
    expect(html).not.toMatch(/<(script|form|img|iframe)/)
    const policy = answer.headers.get('Content-Security-Policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('allow-popups')
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect((await visitor(site).get('/admin/pages/appointment-emails/preview')).status).not.toBe(200)
  })

  test.each([
    ['appointment-emails', { 'parts.changes': 'Call us.' }, 'Keep {until} in the text'],
    ['appointment-emails', { 'booked.text': 'With {service}' }, '{service} doesn’t stand for anything here.'],
    ['order-emails', { 'ready.subject': 'Ready, {total}' }, '{total} doesn’t stand for anything here.'],
    ['account-emails', { 'reset.subject': 'x'.repeat(101) }, '100'],
    ['newsletter-emails', { 'welcome.text': 'It cures diabetes.' }, 'cures'],
  ])('of %s are refused as %j, and what was typed stays', async (record, typed, sentence) => {
    const answer = await press(record, 'publish', typed)
    expect(answer.status).toBe(400)
    const html = await answer.text()
    expect(html).toContain(sentence)
    expect(html).toContain(Object.values(typed)[0])
  })

  test('of an order name its number, which no text can say by itself', async () => {
    await press('order-emails', 'publish', { 'received.text': 'It is {number}, by {name}.' })
    const preview = withoutMarks(await (await admin.get('/admin/pages/order-emails/preview')).text())
    expect(preview).toContain(`It is K7F-29Q, by ${contentFacts(Date.now()).name}.`)
  })
})
