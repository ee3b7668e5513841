import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { databasesFor, look, startSiteForTest, startSiteOn, startSiteProcessOn } from '#tests/support/databases.ts'
import { startRelayService } from '#tests/support/mail-server.ts'
import { isLong, until } from '#tests/support/timing.ts'
import { forms } from '#content/forms.ts'
import { visitor } from '#tests/support/visitor.ts'

const success = 'Your message has been sent successfully!'
const maya = { name: 'Maya Thomas', email: 'maya@example.com', message: 'Hello,\r\nis there room for a wheelchair?' }
const { general } = contentFacts(Date.now()).emails

describe.each(databasesFor(import.meta.url))('the contact form, on %s', (kind) => {
  let site: Awaited<ReturnType<typeof startSiteOn>>
  beforeAll(async () => {
    site = await startSiteOn(kind, { ABUSE_LIMITS: 'off' })
  })
  afterAll(() => site?.stop())

  const listMessages = (email: string) =>
    look(site, (db) => db.selectFrom('messages').selectAll().where('email', '=', email).execute())

  test('confirms the message once with an empty form, and the cached page stays the same for others', async () => {
    const someone = visitor(site)
    const cached = await (await visitor(site).get('/contact')).text()
    const posted = await someone.post('/contact', maya)
    expect([posted.status, posted.headers.get('Location')]).toEqual([303, '/contact#outcome'])

    const after = await someone.get('/contact')
    const html = await after.text()
    expect(html).toContain(success)
    expect(html).not.toContain(maya.name)
    expect(after.headers.get('Cache-Control')).toBe('no-store')
    expect(await (await someone.get('/contact')).text()).toBe(cached)
    expect(await listMessages(maya.email)).toMatchObject([
      { name: maya.name, text: 'Hello,\nis there room for a wheelchair?', handledAt: null },
    ])
  })

  test('emails the clinic a readable message with the visitor as the reply address', async () => {
    const rosa = { name: 'Rosa "R" Díaz', email: 'rosa@example.com', message: 'Two lines,\nand https://spam.example' }
    await visitor(site).post('/contact', rosa)
    const email = await until(() =>
      look(site, async (db) => {
        const emails = await db
          .selectFrom('emails')
          .selectAll()
          .where('kind', '=', 'contact-message')
          .where('state', '=', 'kept')
          .execute()
        return emails.find(({ subject }) => subject?.includes('Rosa'))
      }),
    )
    const mail = await PostalMime.parse(email.raw ?? '')
    expect(mail.to).toMatchObject([{ address: general }])
    expect(mail.from?.address).toBe(general)
    expect(mail.replyTo).toMatchObject([{ name: rosa.name, address: rosa.email }])
    expect(mail.subject).toBe(`Message from ${rosa.name}`)
    expect(mail.text).toContain(`Name: ${rosa.name}`)
    expect(mail.text).toContain(`Email: ${rosa.email}`)
    expect(mail.text).toContain('Two lines,\nand https://spam.example')
    expect(mail.html).not.toContain('<a ')
  })

  test('saves a double click and a duplicate from another network as one message', async () => {
    const lin = { ...maya, email: 'lin@example.com' }
    const clicks = [visitor(site), visitor(site), visitor(site)].map((each) => each.post('/contact', lin))
    expect((await Promise.all(clicks)).map(({ status }) => status)).toEqual([303, 303, 303])
    expect(await listMessages(lin.email)).toHaveLength(1)
  })

  test('reports every invalid field, lists them with links, and preserves the input', async () => {
    const rejected = await visitor(site).post('/contact', { name: ' ', email: 'maya@', message: 'Hello <b>you</b>' })
    expect(rejected.status).toBe(400)
    const html = await rejected.text()
    expect(html).toContain(forms.problem)
    expect(html).toContain('<a href="#outcome">Enter your name.</a>')
    expect(html).toContain('<a href="#email">Enter an email address')
    expect(html.match(/aria-invalid="true"/g)).toHaveLength(2)
    expect(html.match(/id="outcome"/g)).toHaveLength(1)
    expect(html).toContain('value="maya@"')
    expect(html).toContain('>Hello &lt;b&gt;you&lt;/b&gt;</textarea>')
  })

  test('shows no summary for a single error', async () => {
    const html = await (await visitor(site).post('/contact', { ...maya, message: '' })).text()
    expect(html).not.toContain(forms.problem)
    expect(html).toMatch(/<textarea[^>]*id="outcome"/)
  })

  test('preserves the full text of a message that is too long, and states the limit', async () => {
    const long = `${'x'.repeat(4_990)}\nnot the end, and more`
    const html = await (await visitor(site).post('/contact', { ...maya, message: long })).text()
    expect(html).toContain('Enter a message of at most 5,000 characters.')
    expect(html).toContain('not the end, and more')
  })
})

test('a message is accepted while the mail server is down, and its email stays queued', async () => {
  const site = await startSiteForTest('sqlite', { MAIL_TRANSPORT: 'smtp', SMTP_URL: 'smtp://127.0.0.1:9' })
  expect((await visitor(site).post('/contact', maya)).status).toBe(303)
  const tried = await until(() =>
    look(site, (db) => db.selectFrom('emails').selectAll().where('lastError', 'is not', null).executeTakeFirst()),
  )
  expect(tried).toMatchObject({ kind: 'contact-message', state: 'waiting', recipient: general })
  expect(site.output()).not.toContain(maya.email)
  expect(site.output()).not.toContain('wheelchair')
})

test('through a relay the visitor is the sender', async () => {
  const relay = await startRelayService(onTestFinished)
  const site = await startSiteForTest('sqlite', relay.settings)
  await visitor(site).post('/contact', maya)
  const { template_id: template, template_params: params } = await until(async () => relay.accepted[0])
  expect(template).toBe('template-1')
  expect(params).toMatchObject({ to_email: general, from_name: maya.name, from_email: maya.email })
  expect(params.message).toContain(maya.message)
})

test.runIf(isLong)(
  'a message accepted right before a kill is stored once after the restart, and its email is processed',
  async () => {
    const first = await startSiteProcessOn('sqlite', { WORKER: 'off' })
    expect((await visitor(first).post('/contact', maya)).status).toBe(303)
    await first.stop({ signal: 'SIGKILL', keepData: true })
    const second = await startSiteForTest('sqlite', { DATA_DIR: first.dataDir })
    await until(() =>
      look(second, (db) => db.selectFrom('emails').selectAll().where('state', '=', 'kept').executeTakeFirst()),
    )
    expect(await look(second, (db) => db.selectFrom('messages').selectAll().execute())).toHaveLength(1)
  },
)
