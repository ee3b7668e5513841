import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { install, packRelease } from '#tests/long/installation.ts'

// One upgrade and one rollback; tests/long/upgrade.test.ts covers failures.

const packages = mkdtempSync(join(tmpdir(), 'clinic-packages-'))
afterAll(() => rmSync(packages, { recursive: true, force: true }))

test(
  'an upgrade installs the new release, and can be rolled back without losing data',
  { timeout: 300_000 },
  async () => {
    const site = await install(packRelease(packages, '0.1.0'))
    onTestFinished(() => site.remove())
    await site.start()
    const subscribe = (email: string) =>
      fetch(site.url, { method: 'POST', body: new URLSearchParams({ email }), redirect: 'manual' })
    expect((await subscribe('maya@example.com')).status).toBe(303)

    const upgraded = await site.upgrade([packRelease(packages, '0.2.0')])
    expect(upgraded).toMatchObject({ code: 0, said: expect.stringContaining('0.2.0 is ready') })
    expect(upgraded.said).toMatch(/Backup before the upgrade: .*\.backup/)
    expect(site.serving()).toMatch(/ 0\.2\.0$/)
    expect((await subscribe('nora@example.com')).status).toBe(303)

    expect(await site.upgrade([join(site.home, 'none.tar.gz')])).toMatchObject({
      code: 1,
      said: expect.stringContaining('does not exist'),
    })
    const back = await site.upgrade(['--back'])
    expect(back).toMatchObject({ code: 0, said: expect.stringContaining('0.1.0 is ready') })
    expect(site.serving()).toMatch(/ 0\.1\.0$/)
    const database = new DatabaseSync(join(site.home, 'data', 'clinic.db'), { timeout: 10_000 })
    onTestFinished(() => database.close())
    expect(database.prepare('select email from subscribers order by email').all()).toEqual([
      { email: 'maya@example.com' },
      { email: 'nora@example.com' },
    ])
    expect(readdirSync(join(site.home, 'releases'))).toEqual(expect.arrayContaining(['0.1.0', '0.2.0']))
  },
)
