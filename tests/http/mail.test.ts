import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { look, startSiteForTest } from '#tests/support/databases.ts'
import { until } from '#tests/support/timing.ts'
import { visitor } from '#tests/support/visitor.ts'
import { portOf } from '#tests/support/connections.ts'

/** A mail server that rejects every recipient, and repeats the address, as many do. */
async function startRejectingServer(code: number) {
  const smtp = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _, done) =>
      done(Object.assign(new Error(`<${address}> is not known here`), { responseCode: code })),
  })
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => smtp.close())
  return `smtp://127.0.0.1:${portOf(smtp.server)}`
}

async function siteWith(SMTP_URL: string) {
  const site = await startSiteForTest('sqlite', { MAIL_TRANSPORT: 'smtp', SMTP_URL })
  return site
}

test("an email that the mail server rejects permanently is saved as failed, with the server's message", async () => {
  const site = await siteWith(await startRejectingServer(550))
  await visitor(site).post('/', { email: 'canary@example.com' })
  const email = await until(() =>
    look(site, (db) => db.selectFrom('emails').selectAll().where('state', '=', 'failed').executeTakeFirst()),
  )
  expect(email.lastError).toContain('<canary@example.com> is not known here')
  await until(async () => site.output().includes('a job failed for good'))
  expect(site.output()).not.toContain('canary')
})

test('an email that the mail server rejects temporarily waits, and the log does not contain the address', async () => {
  const site = await siteWith(await startRejectingServer(451))
  await visitor(site).post('/', { email: 'canary@example.com' })
  const email = await until(() =>
    look(site, (db) => db.selectFrom('emails').selectAll().where('lastError', 'is not', null).executeTakeFirst()),
  )
  expect(email.state).toBe('waiting')
  const job = await until(() =>
    look(site, (db) => db.selectFrom('jobs').selectAll().where('lastError', 'is not', null).executeTakeFirst()),
  )
  expect(job.lastError).toBe('smtp 451 at RCPT TO')
  expect(site.output()).not.toContain('canary')
})

test('an email without tries left is saved as failed', async () => {
  const site = await siteWith('smtp://127.0.0.1:9')
  await visitor(site).post('/', { email: 'late@example.com' })
  await until(() =>
    look(site, (db) => db.selectFrom('jobs').select('id').where('lastError', 'is not', null).executeTakeFirst()),
  )
  await look(site, (db) =>
    db.updateTable('jobs').set({ attempts: 9, runAt: 0, createdAt: 0 }).where('kind', '=', 'send-email').execute(),
  )
  const email = await until(() =>
    look(site, (db) => db.selectFrom('emails').selectAll().where('state', '=', 'failed').executeTakeFirst()),
  )
  expect(email.recipient).toBe('late@example.com')
})
