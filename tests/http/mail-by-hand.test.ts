import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '#tests/support/connections.ts'
import { look, startSiteForTest } from '#tests/support/databases.ts'
import { type CommandName, runBeside } from '#tests/support/run-command.ts'
import { startScriptedSmtp } from '#tests/support/mail-server.ts'
import { until } from '#tests/support/timing.ts'
import { visitor } from '#tests/support/visitor.ts'

test('npm run mail and npm run doctor show why emails are waiting for the mail server', async () => {
  const settings = { MAIL_TRANSPORT: 'smtp', SMTP_URL: `smtp://127.0.0.1:${await freePort()}` }
  const site = await startSiteForTest('sqlite', settings)
  await visitor(site).post('/', { email: 'maya@example.com' })
  await until(async () =>
    look(site, (db) => db.selectFrom('emails').select('id').where('trouble', '=', 'server').executeTakeFirst()),
  )
  const runScript = async (script: CommandName) => (await runBeside(site, script)).said
  expect(await runScript('mail')).toMatch(/waiting 1[^]*Why emails are waiting: .*ECONNREFUSED/)
  expect(await runScript('doctor')).toMatch(/Email: Emails can’t be sent right now[^]*Reason: .*ECONNREFUSED/)
})

test('npm run mail lists failed emails, and retries them while the site runs', async () => {
  let mailbox = '550 no such mailbox'
  const smtp = await startScriptedSmtp({ RCPT: () => mailbox })
  onTestFinished(smtp.stop)
  const site = await startSiteForTest('sqlite', { MAIL_TRANSPORT: 'smtp', SMTP_URL: `smtp://127.0.0.1:${smtp.port}` })
  const mail = async (...options: string[]) => {
    const { code, said } = await runBeside(site, 'mail', ...options)
    if (code !== 0) throw new Error(said)
    return said
  }
  const emails = () => look(site, (db) => db.selectFrom('emails').select(['id', 'state', 'messageId']).execute())

  const subscribers = () => look(site, (db) => db.selectFrom('subscribers').select('state').execute())

  await visitor(site).post('/', { email: 'maya@example.com' })
  const [before] = await until(async () => {
    const all = await emails()
    return all.some(({ state }) => state === 'failed') ? all : undefined
  })
  const shown = await mail()
  expect(shown).toContain('waiting 0')
  expect(shown).toContain('failed 1')
  expect(shown).toContain(before?.id)
  expect(shown).toContain('no such mailbox')
  expect(await subscribers()).toEqual([{ state: 'bounced' }])

  mailbox = '250 ok'
  expect(await mail('retry', 'all')).toContain('Emails to be sent again: 1')
  await until(async () => (await emails()).every(({ state }) => state === 'sent') || undefined)
  expect(smtp.received).toHaveLength(1)
  expect(smtp.received[0]).toContain(before?.messageId)
  expect(await mail()).toContain('failed 0')
  expect(await subscribers()).toEqual([{ state: 'subscribed' }])
  await expect(mail('retry', 'no-such-email')).rejects.toThrow('There is no failed email no-such-email.')
  await expect(mail('resend')).rejects.toThrow('npm run mail -- retry all')
})
