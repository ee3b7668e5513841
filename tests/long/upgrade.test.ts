import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { install, packRelease } from '#tests/long/installation.ts'
import { until } from '#tests/support/timing.ts'

const packages = mkdtempSync(join(tmpdir(), 'clinic-packages-'))
afterAll(() => rmSync(packages, { recursive: true, force: true }))

const first = packRelease(packages, '0.1.0')
const second = packRelease(packages, '0.2.0')
const program = 'build/server/main.js'
const withLaterMigration = (text: string) =>
  text.replace(
    /0\.9\.0-baseline['"]: [\w$]+/,
    `$&, '9999-later': (tx) => tx.schema.alterTable('messages').addColumn('mood', 'text').execute()`,
  )
/** Adds a migration that earlier releases do not know, to the program and to its commands. */
const migrating = {
  [program]: withLaterMigration,
  'app/database/migrations/all.ts': withLaterMigration,
  'release.json': (text: string) => {
    const release = JSON.parse(text)
    return JSON.stringify({ ...release, migrations: [...release.migrations, '9999-later'] })
  },
}
/** Makes the program exit after its migrations. */
const makeExit = (text: string) => text.replace('const { log } = services;', "throw new Error('broken');")

async function installed() {
  const site = await install(first)
  onTestFinished(() => site.remove())
  await site.start()
  return site
}

type Site = Awaited<ReturnType<typeof installed>>

const subscribe = ({ url }: Site, email: string) =>
  fetch(url, { method: 'POST', body: new URLSearchParams({ email }), redirect: 'manual' })
const listReleases = ({ home }: Site) => readdirSync(join(home, 'releases')).filter((name) => name !== '.lock')

function readRows({ home }: Site, query: string) {
  const database = new DatabaseSync(join(home, 'data', 'clinic.db'), { timeout: 10_000 })
  const found = database.prepare(query).all()
  database.close()
  return found
}
const listAddresses = (site: Site) =>
  readRows(site, 'select email from subscribers order by email').map(({ email }) => email)

describe('an upgrade', { timeout: 300_000 }, () => {
  test('installs the new release, and can be rolled back without losing data', async () => {
    const site = await installed()
    await subscribe(site, 'maya@example.com')
    const upgraded = await site.upgrade([second])
    expect(upgraded).toMatchObject({ code: 0, said: expect.stringContaining('0.2.0 is ready') })
    expect(site.serving()).toMatch(/ 0\.2\.0$/)
    expect(upgraded.said).toMatch(/Backup before the upgrade: .*\.backup/)
    expect((await subscribe(site, 'nora@example.com')).status).toBe(303)

    // A release that does not become ready is rolled back automatically, and the previous release stays available.
    const { code, said } = await site.upgrade([packRelease(packages, '0.3.0', { [program]: makeExit })])
    expect(said).toContain('0.2.0 is running again')
    expect(code).toBe(1)
    expect(site.serving()).toMatch(/ 0\.2\.0$/)
    expect((await fetch(`${site.url}/readyz`)).status).toBe(200)

    const back = await site.upgrade(['--back'])
    expect(back).toMatchObject({ code: 0, said: expect.stringContaining('0.1.0 is ready') })
    expect(site.serving()).toMatch(/ 0\.1\.0$/)
    expect(listAddresses(site)).toEqual(['maya@example.com', 'nora@example.com'])
    expect(await site.upgrade(['--back'])).toMatchObject({ code: 1, said: 'There’s no release to go back to.\n' })

    // Without a systemd service, the operator's shell is still in the folder of the old release.
    const byHand = await site.upgrade([second, '--service', 'unknown'])
    expect(byHand).toMatchObject({ code: 0, said: expect.stringContaining(`cd ${site.home}/current && npm start`) })
  })

  test('with a migration is rolled back to the backup, automatically if it never became ready, and otherwise only with the flag for data loss', async () => {
    const site = await installed()
    await subscribe(site, 'maya@example.com')
    const failed = await site.upgrade([
      packRelease(packages, '0.2.1', {
        ...migrating,
        [program]: (text) => makeExit(migrating[program]?.(text) ?? text),
      }),
    ])
    expect(failed).toMatchObject({ code: 1, said: expect.stringContaining('0.1.0 is running again') })
    expect((await subscribe(site, 'nora@example.com')).status).toBe(303)
    expect(listAddresses(site)).toEqual(['maya@example.com', 'nora@example.com'])
    expect(readRows(site, "select name from migrations where name = '9999-later'")).toEqual([])

    const changed = packRelease(packages, '0.2.2', migrating)
    const ready = await site.upgrade([changed])
    expect(ready).toMatchObject({ code: 0, said: expect.stringContaining('0.2.2 is ready') })
    await subscribe(site, 'olga@example.com')
    const rejected = await site.upgrade(['--back'])
    expect(rejected).toMatchObject({ code: 1, said: expect.stringContaining('subscribers: 1,') })
    expect(site.serving()).toMatch(/ 0\.2\.2$/)
    const back = await site.upgrade(['--back', '--lose-what-came-since'])
    expect(back).toMatchObject({ code: 0, said: expect.stringContaining('0.1.0 is ready') })
    expect(listAddresses(site)).toEqual(['maya@example.com', 'nora@example.com'])

    // The data is not lost: the newer release can restore its own backup.
    const laterBackup = back.said.match(/Backup of the database .*: (.*)/)?.[1] ?? ''
    expect(await site.upgrade([changed])).toMatchObject({ code: 0, said: expect.stringContaining('0.2.2 is ready') })
    site.stop()
    expect(await site.run('restore', [laterBackup, '--force'])).toMatchObject({
      code: 0,
      said: expect.stringContaining('Restored'),
    })
    expect(listAddresses(site)).toEqual(['maya@example.com', 'nora@example.com', 'olga@example.com'])
  })
})

test('a failed upgrade leaves the running release unchanged', { timeout: 300_000 }, async () => {
  const site = await installed()
  const before = site.serving()
  const rejected = async (archive: string, said: string, more?: NodeJS.ProcessEnv) => {
    expect(await site.upgrade([archive], more)).toMatchObject({ code: 1, said: expect.stringContaining(said) })
    expect(listReleases(site)).toEqual(['0.1.0'])
  }
  const damaged = join(site.home, 'clinic-site-0.2.0.tar.gz')
  copyFileSync(second, damaged)
  await rejected(damaged, 'Copy it next to the archive')
  copyFileSync(`${second}.sha256`, `${damaged}.sha256`)
  truncateSync(damaged, statSync(damaged).size - 1)
  await rejected(damaged, 'does not match its checksum')
  await rejected(join(site.home, 'none.tar.gz'), 'does not exist')
  await rejected(packRelease(site.home, '0.1.0'), 'needs its own version number')
  await rejected(second, 'ENOSPC', { NPM_FAILS: '1' })
  // A setting that only the new release requires, detected before anything is changed.
  const requiresSetting = {
    'app/config.server.ts': (text: string) =>
      text.replace('const values =', `throw new OperatorError('NEW_SETTING: must be set');const values =`),
  }
  await rejected(packRelease(packages, '0.6.0', requiresSetting), 'NEW_SETTING: must be set')

  const npmHangs = join(site.home, 'npm-hangs')
  const killed = await site.upgrade([second], { NPM_HANGS: npmHangs }, (child) => {
    const isWritten = () => existsSync(npmHangs) && readFileSync(npmHangs, 'utf8') !== ''
    void until(async () => isWritten()).then(() => child.kill('SIGKILL'))
  })
  process.kill(Number(readFileSync(npmHangs, 'utf8')))
  expect(killed.code).toBe(null)
  expect(listReleases(site)).toHaveLength(2)
  expect(site.serving()).toBe(before)
  expect(site.current()).toBe('releases/0.1.0')
  expect((await fetch(`${site.url}/readyz`)).status).toBe(200)

  // The failed upgrades do not block the next one.
  expect(await site.upgrade([second])).toMatchObject({ code: 0, said: expect.stringContaining('0.2.0 is ready') })
  expect(listReleases(site)).toEqual(['0.1.0', '0.2.0'])
  // Settings and data are outside the release folders.
  expect(readdirSync(site.home)).toContain('data')
  expect(readdirSync(join(site.home, 'current'))).not.toContain('data')
  expect((await site.run('doctor', [])).said).toContain(`http://localhost:${new URL(site.url).port}`)
})
