import { expect, test } from 'vitest'
import type { Email } from 'postal-mime'
import { newsletterConfirm, newsletterOptIn } from '#content/emails.ts'
import { look, startSiteForTest } from '#tests/support/databases.ts'
import { receivingMailServer } from '#tests/support/mail-server.ts'
import { textsOf } from '#tests/support/pages.ts'
import { visitor } from '#tests/support/visitor.ts'
import { fillInAlso } from '#app/domain/content/fill-in-also.ts'

const { confirm } = textsOf('site').newsletter

const email = 'maya@example.com'

async function siteWithMail(settings: Record<string, string> = {}) {
  const mail = await receivingMailServer()
  const site = await startSiteForTest('sqlite', { MAIL_TRANSPORT: 'smtp', SMTP_URL: mail.url, ...settings })
  const subscriber = () => look(site, (db) => db.selectFrom('subscribers').selectAll().executeTakeFirstOrThrow())
  return { site, mail, subscriber }
}

/** Of the link that confirms or unsubscribes. */
const pathIn = ({ text }: Email) => new URL(/https?:\/\/\S+\/newsletter\/\S+/.exec(text ?? '')?.[0] ?? '').pathname
const toHeaders = ({ headers }: Email) => Object.fromEntries(headers.map(({ key, value }) => [key, value]))

/** The path that a mail program posts to, from the email's header. */
async function readUnsubscribePath(mail: Awaited<ReturnType<typeof receivingMailServer>>) {
  const headers = toHeaders(await mail.email(1))
  expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
  return new URL((headers['list-unsubscribe'] ?? '').slice(1, -1)).pathname
}

const oneClick = { 'List-Unsubscribe': 'One-Click' }

test('a mail program unsubscribes with one post, without cookies or an Origin header', async () => {
  const { site, mail, subscriber } = await siteWithMail()
  await visitor(site).post('/', { email })
  const path = await readUnsubscribePath(mail)
  const multipart = new FormData()
  multipart.set('List-Unsubscribe', 'One-Click')
  const answer = await fetch(new URL(path, site.url), { method: 'POST', body: multipart, redirect: 'manual' })
  expect(answer.status).toBe(200)
  expect(await subscriber()).toMatchObject({ state: 'unsubscribed' })
  expect((await visitor(site).post(path, oneClick)).status).toBe(200)
})

test('a GET or HEAD of the unsubscribe link, as a scanner sends it, changes nothing', async () => {
  const { site, mail, subscriber } = await siteWithMail()
  await visitor(site).post('/', { email })
  const path = await readUnsubscribePath(mail)
  for (const method of ['GET', 'HEAD', 'GET']) expect((await fetch(site.url + path, { method })).status).toBe(200)
  expect(await (await visitor(site).get(path)).text()).toContain('<form method="post"')
  expect(await subscriber()).toMatchObject({ state: 'subscribed' })
})

test('another website cannot unsubscribe anyone through a visitor’s browser', async () => {
  const { site, mail, subscriber } = await siteWithMail()
  await visitor(site).post('/', { email })
  const path = await readUnsubscribePath(mail)
  const fromElsewhere: Record<string, string>[] = [
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { 'Sec-Fetch-Site': 'cross-site' },
  ]
  for (const headers of fromElsewhere) expect((await visitor(site, headers).post(path, oneClick)).status).toBe(403)
  expect(await subscriber()).toMatchObject({ state: 'subscribed' })
})

test('a person who unsubscribed and signs up again gets a confirmation email, and confirms with one click', async () => {
  const { site, mail, subscriber } = await siteWithMail()
  const maya = visitor(site)
  await maya.post('/', { email })
  await maya.post(pathIn(await mail.email(1)), {})
  expect(await subscriber()).toMatchObject({ state: 'unsubscribed' })

  expect((await maya.post('/', { email })).status).toBe(303)
  expect(await subscriber()).toMatchObject({ state: 'unsubscribed' })
  const confirmation = await mail.email(2)
  expect(confirmation.text).toContain(newsletterConfirm.link)
  const link = pathIn(confirmation)
  expect(await (await maya.get(link)).text()).toContain(
    fillInAlso(textsOf('newsletter-confirm').ask, { address: email }),
  )
  expect(await subscriber()).toMatchObject({ state: 'unsubscribed' })
  expect(await (await maya.post(link, {})).text()).toContain(textsOf('newsletter-confirm').done.title)
  expect(await subscriber()).toMatchObject({ state: 'subscribed' })
  // A link for one purpose does not work for the other.
  expect((await maya.get(link.replace('confirm', 'unsubscribe'))).status).toBe(404)
})

test('with NEWSLETTER_CONFIRM a sign-up counts after confirmation, and the page shows the same message to new and existing subscribers', async () => {
  const { site, mail, subscriber } = await siteWithMail({ NEWSLETTER_CONFIRM: 'on' })
  const maya = visitor(site)
  const thanked = async () => {
    expect((await maya.post('/', { email })).status).toBe(303)
    const html = await (await maya.get('/')).text()
    expect(html).toContain('Thank you for subscribing to our newsletter!')
    expect(html).toContain(confirm.byEmail)
  }
  await thanked()
  const sent = await mail.email(1)
  expect(sent.text).toContain(newsletterOptIn.link)
  expect(toHeaders(sent)['list-unsubscribe']).toBeUndefined()
  expect(await subscriber()).toMatchObject({ state: 'pending', subscriptionDate: null })

  const link = pathIn(sent)
  const page = await maya.get(link)
  expect(page.headers.get('Cache-Control')).toBe('no-store')
  expect(await page.text()).toContain(fillInAlso(textsOf('newsletter-confirm').ask, { address: email }))
  expect(await subscriber()).toMatchObject({ state: 'pending' })
  expect((await fetch(site.url + link, { method: 'POST' })).status).toBe(200)
  expect(await subscriber()).toMatchObject({ state: 'subscribed', subscriptionDate: expect.any(Number) })

  const welcome = await mail.email(2)
  expect(welcome.text).toContain(textsOf('newsletter-emails').welcome.text.split('\n')[0])
  expect(toHeaders(welcome)['list-unsubscribe']).toContain('/newsletter/unsubscribe/')
  await thanked()
  expect(mail.received).toHaveLength(2)
})

test('an old confirmation link does not resubscribe a person who has unsubscribed since, but a new link does', async () => {
  const { site, mail, subscriber } = await siteWithMail({ NEWSLETTER_CONFIRM: 'on' })
  const maya = visitor(site)
  const oldLinks: string[] = []
  // Each round sends one confirmation email and one welcome email.
  for (const emails of [1, 3, 5]) {
    await maya.post('/', { email })
    const link = pathIn(await mail.email(emails))
    for (let presses = 0; presses < 2; presses += 1)
      expect(await (await maya.post(link, {})).text()).toContain(textsOf('newsletter-confirm').done.title)
    expect(await subscriber()).toMatchObject({ state: 'subscribed' })
    oldLinks.push(link)
    await maya.post(pathIn(await mail.email(emails + 1)), {})
    for (const used of oldLinks) {
      expect((await maya.post(used, {})).status).toBe(404)
      expect(await (await maya.get(used)).text()).toContain(textsOf('newsletter-confirm').invalid.title)
    }
    expect(await subscriber()).toMatchObject({ state: 'unsubscribed' })
  }
  expect(mail.received).toHaveLength(6)
})

test('without a mail server, no text says that an email is on its way', async () => {
  const site = await startSiteForTest('sqlite', { NEWSLETTER_CONFIRM: 'on' })
  const maya = visitor(site)
  await maya.post('/', { email })
  const html = await (await maya.get('/')).text()
  expect(html).toContain(confirm.kept)
  expect(html).not.toContain(confirm.byEmail)
})
