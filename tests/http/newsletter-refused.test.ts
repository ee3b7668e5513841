import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newsletterPage as words } from '#app/routes/admin/newsletter/words.ts'
import { adminMail } from '#content/pages/admin-mail.ts'
import { toDo } from '#content/pages/admin-today.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { databasesFor, look, startSiteOn } from '#tests/support/databases.ts'
import { formWith } from '#tests/support/visitor.ts'
import { startScriptedSmtp } from '#tests/support/mail-server.ts'
import { listSubscribers } from '#tests/support/subscribers.ts'
import { until } from '#tests/support/timing.ts'

const fromField = (name: string) => / -> (.+)/.exec(readFileSync(`tests/cases/smtp/${name}.txt`, 'utf8'))![1]!

describe.each(databasesFor(import.meta.url))('a mail server that refuses everybody, on %s', (kind) => {
  let answer = ''
  let mail: Awaited<ReturnType<typeof startScriptedSmtp>>
  let site: Awaited<ReturnType<typeof startSiteOn>>
  beforeAll(async () => {
    mail = await startScriptedSmtp({ RCPT: () => answer })
    const settings = { ABUSE_LIMITS: 'off', MAIL_TRANSPORT: 'smtp', SMTP_URL: `smtp://127.0.0.1:${mail.port}` }
    site = await startSiteOn(kind, { ...adminSettings, ...settings, NEWSLETTER_PER_SECOND: '0' })
    const readers = Array.from({ length: 5 }, (_, index) => ({ email: `reader-${index}@example.com` }))
    await look(site, (db) => listSubscribers(db, readers))
  })
  afterAll(async () => {
    await site.stop()
    await mail.stop()
  })

  test.each([
    ['daily-limit', 'limit'],
    ['blocklist', 'refused'],
    ['mailbox-full', 'mailbox-full'],
  ] as const)('for its %s stops the newsletter and loses nobody', async (name, cause) => {
    answer = fromField(name)
    mail.received.length = 0
    const admin = await signInAsAdmin(site)
    const page = async (path: string) =>
      (await (await admin.get(path)).text()).replaceAll('&#x27;', '’').replaceAll('&quot;', '"')
    const { fields } = formWith(await (await admin.get('/admin/newsletter')).text(), 'draft')
    const draft = { ...fields, url: `${site.url}/services`, subject: `Tea and ${name}` }
    const path = (await admin.post('/admin/newsletter', draft)).headers.get('Location') ?? ''
    const campaign = () =>
      look(site, (db) =>
        db.selectFrom('campaigns').selectAll().where('id', '=', path.split('/').at(-1)!).executeTakeFirstOrThrow(),
      )
    const subscribed = () =>
      look(site, (db) => db.selectFrom('subscribers').select('id').where('state', '=', 'subscribed').execute())

    await admin.post(path, { intent: 'send' })
    await until(async () => (await campaign()).pausedWhy === 'refused')
    expect(await subscribed()).toHaveLength(5)
    const run = await page(path)
    expect(run).toContain(words.run.paused.refused)
    expect(run).toContain(adminMail.causes[cause])
    expect(run).toContain(answer)
    expect(await page('/admin')).toContain(toDo.refused.item(`Tea and ${name}`))

    answer = '250 ok'
    await admin.post(path, { intent: 'resume' })
    await until(async () => (await campaign()).state === 'done')
    expect(await campaign()).toMatchObject({ recipients: 5, sent: 5, failed: 0 })
    expect(mail.received).toHaveLength(5)
  })
})
