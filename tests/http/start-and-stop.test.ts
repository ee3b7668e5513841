import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#app/config.server.ts'
import { OperatorError } from '#app/operator-error.ts'
import { openServices } from '#app/services.server.ts'
import { freePort } from '#tests/support/connections.ts'
import { settingsFor } from '#tests/support/databases.ts'
import { runToEnd, startSite, startSiteProcess } from '#tests/support/site.ts'
import { until } from '#tests/support/timing.ts'

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-start-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

describe('the first start', () => {
  test('creates its folder, its database and secrets that only their owner can read', async () => {
    const site = await startSiteProcess({ DATA_DIR: join(newFolder(), 'new', 'data') })
    onTestFinished(async () => void (await site.stop()))
    for (const file of ['session-secret', 'encryption-key']) {
      expect(statSync(join(site.dataDir, file)).mode & 0o777).toBe(0o600)
      expect(readFileSync(join(site.dataDir, file), 'utf8').length).toBeGreaterThan(32)
    }
    await until(async () => site.output().includes('The site is at http://localhost:'))
  })
})

describe('an impossible start exits with one line', () => {
  const oneLine = (output: string) => expect(output.trim().split('\n')).toHaveLength(1)

  test('for a bad setting, after a line for each misspelled setting', async () => {
    const settings = { PORT: 'eighty', TRUST_PROXI: '1', MAIL_FORM: 'a@b.c', DATA_DIR: newFolder() }
    const { code, output } = await runToEnd(settings)
    expect(code).toBe(1)
    expect(output.trim().split('\n')).toEqual([
      'TRUST_PROXI is no setting and is ignored. Is TRUST_PROXY meant?',
      'MAIL_FORM is no setting and is ignored. Is MAIL_FROM meant?',
      expect.stringMatching(/^PORT: .*Example: PORT=3000/),
    ])
  })

  test('if the port is taken', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const PORT = String((server.address() as AddressInfo).port)
    const { code, output } = await runToEnd({ PORT, DATA_DIR: newFolder(), LOG_LEVEL: 'silent' })
    expect(code).toBe(1)
    expect(output).toContain('EADDRINUSE')
    oneLine(output)
  })

  // What opens the services says the same in the process of a test.
  const whyNot = async (settings: Record<string, string>) => {
    const opened = await openServices(readConfig({ NODE_ENV: 'production', ...settings })).catch(
      (error: unknown) => error,
    )
    expect(opened).toBeInstanceOf(OperatorError)
    return (opened as OperatorError).message
  }

  // A host name with two addresses fails with two errors.
  test.each(['127.0.0.1', 'localhost'])('if PostgreSQL is not running at %s', async (host) => {
    const DATABASE_URL = `postgres://unknown@${host}:${await freePort()}/none`
    const secrets = {
      SESSION_SECRET: randomBytes(32).toString('hex'),
      ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    }
    const output = await whyNot({ DATABASE_URL, ...secrets, DATA_DIR: newFolder() })
    expect(output).toMatch(/^DATABASE_URL: the database cannot be opened: .*ECONNREFUSED/)
    oneLine(output)
  })

  test('if the PostgreSQL database does not exist', async () => {
    const settings = await settingsFor('postgres')
    const DATABASE_URL = `${settings.DATABASE_URL}_of_somebody_else`
    const output = await whyNot({ ...settings, DATABASE_URL, DATA_DIR: newFolder() })
    expect(output).toMatch(/^DATABASE_URL: the database cannot be opened: .*does not exist/)
    oneLine(output)
  })

  test('if the SQLite file is not a database, or its folder is a file', async () => {
    const DATA_DIR = newFolder()
    writeFileSync(join(DATA_DIR, 'clinic.db'), 'not a database, '.repeat(1_000))
    for (const folder of [DATA_DIR, join(DATA_DIR, 'clinic.db')]) {
      const output = await whyNot({ DATA_DIR: folder })
      expect(output).toMatch(/^DATA_DIR: the database cannot be opened: /)
      oneLine(output)
    }
  })

  test('that names the folder if SQLite cannot open its file', async () => {
    const DATA_DIR = newFolder()
    mkdirSync(join(DATA_DIR, 'clinic.db'))
    const output = await whyNot({ DATA_DIR })
    expect(output).toMatch(/^DATA_DIR: the database cannot be opened: /)
    expect(output).toContain(`Does this user have permission to write to ${DATA_DIR}?`)
    oneLine(output)
  })

  test('if HOST is not an address of this machine', async () => {
    const settings = { HOST: '300.1.1.1', PORT: '3000', DATA_DIR: newFolder(), LOG_LEVEL: 'silent' }
    const { code, output } = await runToEnd(settings)
    expect(code).toBe(1)
    expect(output).toMatch(/^HOST: .*300\.1\.1\.1/)
    oneLine(output)
  })

  test('if .env cannot be read', async () => {
    const cwd = newFolder()
    mkdirSync(join(cwd, '.env'))
    const script = fileURLToPath(new URL('../../scripts/start.ts', import.meta.url))
    const { status, stderr } = spawnSync(process.execPath, [script], { cwd, encoding: 'utf8' })
    expect(status).toBe(1)
    expect(stderr).toMatch(/^\.env can’t be read \(E[A-Z]+\)\. /)
    oneLine(stderr)
  })

  test.each(['SESSION_SECRET', 'ENCRYPTION_KEY'])('if %s is not the one of the database', async (name) => {
    const settings = await settingsFor('postgres')
    const site = await startSite(settings)
    await site.stop()
    const other = { ...settings, [name]: randomBytes(32).toString('base64') }
    const output = await whyNot({ ...other, DATA_DIR: newFolder() })
    expect(output).toMatch(new RegExp(`^${name} is not the one`))
    oneLine(output)
  })
})

describe('SIGTERM', () => {
  test('ends the process with exit code 0 after the current request is answered, and waits for no idle connection', async () => {
    const site = await startSiteProcess()
    await fetch(site.url, { headers: { Connection: 'keep-alive' } })
    // `100 Continue` shows that the server has started to handle the request.
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Expect: '100-continue' }
    const slow = request(site.url, { method: 'POST', headers })
    slow.write('email=maya')
    const status = new Promise<number | undefined>((resolve, reject) => {
      slow.on('response', (response) => resolve(response.resume().statusCode)).on('error', reject)
    })
    await once(slow, 'continue')
    const startedAt = performance.now()
    const stopped = site.stop()
    await until(async () => site.output().includes('"stopping"') || undefined)
    slow.end('@example.com')
    expect(await status).toBe(303)
    expect(await stopped).toBe(0)
    // The keep-alive timeout.
    expect(performance.now() - startedAt).toBeLessThan(9_000)
  })
})

test('WORKER=off leaves jobs to another process, and WORKER=only serves no pages', async () => {
  const DATA_DIR = newFolder()
  const web = await startSite({ DATA_DIR, WORKER: 'off' })
  onTestFinished(async () => void (await web.stop({ keepData: true })))
  const worker = await startSite({ DATA_DIR, WORKER: 'only' })
  onTestFinished(async () => void (await worker.stop({ keepData: true })))
  await fetch(web.url, { method: 'POST', body: new URLSearchParams({ email: 'maya@example.com' }) })
  const { DatabaseSync } = await import('node:sqlite')
  const database = new DatabaseSync(join(DATA_DIR, 'clinic.db'), { timeout: 10_000 })
  await expect.poll(() => database.prepare('select state from emails').get()).toEqual({ state: 'kept' })
  database.close()
  await expect(fetch(worker.url)).rejects.toThrow()
})
