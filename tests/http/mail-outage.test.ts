import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { look, startSiteOn } from '#tests/support/databases.ts'
import { freePort, portOf } from '#tests/support/connections.ts'
import { fillOutbox } from '#tests/support/full-outbox.ts'
import { until } from '#tests/support/timing.ts'
import { visitor } from '#tests/support/visitor.ts'

/** A mail server that takes every message; `holdFrom`: from that one on it never says that it took it. */
async function receiving({ port = 0, holdFrom = Infinity } = {}) {
  const messageIds: string[] = []
  const smtp = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS'],
    // Connections kept by the site's pool do not keep the test waiting.
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

/** An email in flight, its lane, and its lease; see app/queue. */
const lanes = 20

test('killed between the mail server’s word and our commit, only emails in flight go out again, as the same emails', async () => {
  const emails = 60
  const dataDir = mkdtempSync(join(tmpdir(), 'clinic-site-'))
  await fillOutbox(dataDir, emails)
  const first = await receiving({ holdFrom: 30 })
  const killed = await startSiteOn('sqlite', { ...smtpOn(first.port), DATA_DIR: dataDir })
  // Every connection carries an email that the server has taken and not said so.
  await until(async () => first.messageIds.length >= 34 || undefined)
  await killed.stop({ signal: 'SIGKILL', keepData: true })

  const second = await receiving()
  const site = await startSiteOn('sqlite', { ...smtpOn(second.port), DATA_DIR: dataDir })
  onTestFinished(async () => void (await site.stop()))
  const stillWaiting = () =>
    look(site, (db) => db.selectFrom('emails').select('id').where('state', '!=', 'sent').executeTakeFirst())
  await until(async () => !(await stillWaiting()) || undefined, 60_000)

  const accepted = await look(site, (db) => db.selectFrom('emails').select('messageId').execute())
  const all = [...first.messageIds, ...second.messageIds]
  expect(new Set(all)).toEqual(new Set(accepted.map(({ messageId }) => messageId)))
  const again = second.messageIds.filter((id) => first.messageIds.includes(id))
  expect(again.length).toBeGreaterThan(0)
  expect(again.length).toBeLessThanOrEqual(lanes)
  expect(new Set(second.messageIds).size).toBe(second.messageIds.length)
}, 120_000)

test('emails accepted while the mail server was away go out as soon as it is back, all of them', async () => {
  const port = await freePort()
  const site = await startSiteOn('sqlite', smtpOn(port))
  onTestFinished(async () => void (await site.stop()))
  for (const name of ['ann', 'ben', 'cleo']) await visitor(site).post('/', { email: `${name}@example.com` })
  await until(async () => {
    const troubled = await look(site, (db) =>
      db.selectFrom('emails').select('id').where('trouble', '=', 'server').execute(),
    )
    return troubled.length === 3 || undefined
  })
  const { messageIds } = await receiving({ port })
  // The site asks for the server every 15 seconds, and does so again if it was not quite there.
  await until(async () => messageIds.length >= 3, 60_000)
  const jobs = () => look(site, (db) => db.selectFrom('jobs').select('id').where('kind', '=', 'send-email').execute())
  await until(async () => (await jobs()).length === 0 || undefined)
}, 120_000)
