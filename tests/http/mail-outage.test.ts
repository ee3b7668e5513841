import PostalMime from 'postal-mime'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { look, startSiteForTest, startSiteProcessOn } from '#tests/support/databases.ts'
import { freePort, portOf } from '#tests/support/connections.ts'
import { fillOutbox } from '#tests/http/outbox.ts'
import { isLong, until } from '#tests/support/timing.ts'
import { visitor } from '#tests/support/visitor.ts'

/** A mail server that accepts every message; from number `holdFrom` on, it never confirms. */
async function startMailServer({ port = 0, holdFrom = Infinity } = {}) {
  const messageIds: string[] = []
  const smtp = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS'],
    // Does not wait for the connections in the site's pool.
    closeTimeout: 100,
    onData(stream, _, done) {
      let text = ''
      stream.on('data', (bytes: Buffer) => (text += bytes.toString()))
      stream.on('end', async () => {
        messageIds.push((await PostalMime.parse(text)).messageId ?? '')
        if (messageIds.length < holdFrom) done()
      })
    },
  })
  smtp.on('error', () => {})
  await new Promise<void>((resolve) => smtp.listen(port, '127.0.0.1', resolve))
  const stop = () => new Promise<void>((resolve) => smtp.close(() => resolve()))
  onTestFinished(stop)
  return { messageIds, stop, port: portOf(smtp.server) }
}

const smtpOn = (port: number) => ({ MAIL_TRANSPORT: 'smtp', SMTP_URL: `smtp://127.0.0.1:${port}` })

/** How many emails are sent at the same time; see app/queue. */
const concurrency = 20

test.runIf(isLong)(
  'if the site is killed between sending and its commit, only emails in flight are sent again, with the same message ids',
  async () => {
    const emails = 60
    const dataDir = mkdtempSync(join(tmpdir(), 'clinic-site-'))
    await fillOutbox(dataDir, emails)
    const first = await startMailServer({ holdFrom: 30 })
    const killed = await startSiteProcessOn('sqlite', { ...smtpOn(first.port), DATA_DIR: dataDir })
    // Every connection carries an email that the server accepted but has not confirmed.
    await until(async () => first.messageIds.length >= 34 || undefined)
    await killed.stop({ signal: 'SIGKILL', keepData: true })

    const second = await startMailServer()
    const site = await startSiteForTest('sqlite', { ...smtpOn(second.port), DATA_DIR: dataDir })
    const stillWaiting = () =>
      look(site, (db) => db.selectFrom('emails').select('id').where('state', '!=', 'sent').executeTakeFirst())
    await until(async () => !(await stillWaiting()) || undefined)

    const accepted = await look(site, (db) => db.selectFrom('emails').select('messageId').execute())
    const all = [...first.messageIds, ...second.messageIds]
    expect(new Set(all)).toEqual(new Set(accepted.map(({ messageId }) => messageId)))
    const again = second.messageIds.filter((id) => first.messageIds.includes(id))
    expect(again.length).toBeGreaterThan(0)
    expect(again.length).toBeLessThanOrEqual(concurrency)
    expect(new Set(second.messageIds).size).toBe(second.messageIds.length)
  },
  120_000,
)

test('emails accepted during a mail server outage are all sent when the server is back', async () => {
  const port = await freePort()
  const site = await startSiteForTest('sqlite', smtpOn(port))
  for (const name of ['ann', 'ben', 'cleo']) await visitor(site).post('/', { email: `${name}@example.com` })
  await until(async () => {
    const failing = await look(site, (db) =>
      db.selectFrom('emails').select('id').where('trouble', '=', 'server').execute(),
    )
    return failing.length === 3 || undefined
  })
  const { messageIds } = await startMailServer({ port })
  // The site looks for the server every 15 seconds.
  await until(async () => messageIds.length >= 3)
  const jobs = () => look(site, (db) => db.selectFrom('jobs').select('id').where('kind', '=', 'send-email').execute())
  await until(async () => (await jobs()).length === 0 || undefined)
}, 120_000)
