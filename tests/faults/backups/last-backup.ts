import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DatabaseLocation, openDatabase } from '#app/database/connection.server.ts'
import { newDatabaseOn } from '#tests/support/postgres-server.ts'
import { runCommand } from '#tests/support/run-command.ts'
import { readStored } from '#tests/support/stored.ts'
import { until } from '#tests/support/timing.ts'
import { missing } from '../forms/compare.ts'
import type { Answered } from '../forms/visitors.ts'
import type { World } from '../world.ts'
import { backUpBySite } from './operator.ts'
import { encryptionKey, sessionSecret } from './backup-checks.ts'

/**
 * After the faults: the site makes a backup and verifies it, and the operator's commands make another one and restore it
 * into an empty location. Returns the violations as sentences.
 */
export async function checkLastBackup(world: World, answered: Answered[]) {
  const drill = await runDrill(world)
  const made = await until(async () => {
    const { code, said } = await runCommand('backup', [], world.settings)
    // The site may be making a backup itself.
    return said.includes('another process is making a backup') ? undefined : { code, said }
  })
  const file = /: (\/.*\.backup)$/m.exec(made.said)?.[1]
  if (made.code !== 0 || !file) return [...drill, `with nothing in the way no backup could be made: ${made.said}`]
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'clinic-restored-'))
  try {
    const { location, settings } = await createEmptyLocation(world, DATA_DIR)
    const { code, said } = await runCommand('restore', [file], settings)
    if (code !== 0) return [...drill, `lost: the last backup could not be restored: ${said}`]
    const restored = openDatabase(location)
    const { stored } = await readStored(restored).finally(() => restored.close())
    return [...drill, ...missing(answered, stored, { from: 'the last backup' })]
  } finally {
    rmSync(DATA_DIR, { recursive: true, force: true })
  }
}

async function runDrill({ withDatabase }: World) {
  const read = () =>
    withDatabase(({ db }) => db.selectFrom('backupState').select(['drilledAt', 'drillFault']).executeTakeFirst())
  const before = (await read())?.drilledAt ?? 0
  await backUpBySite({ withDatabase })
  const after = await until(async () => {
    const now = await read()
    return (now?.drilledAt ?? 0) > before ? now : undefined
  }, 5 * 60_000).catch(() => undefined)
  if (!after) return ['the site did not try its backup']
  return after.drillFault === null ? [] : [`the site found its newest backup wanting: ${after.drillFault}`]
}

async function createEmptyLocation({ settings, postgres }: World, DATA_DIR: string) {
  const location: DatabaseLocation = postgres
    ? { url: await newDatabaseOn(postgres.url) }
    : { file: join(DATA_DIR, 'clinic.db') }
  const there = 'url' in location ? { DATABASE_URL: location.url } : {}
  const secrets = { ENCRYPTION_KEY: encryptionKey(settings), SESSION_SECRET: sessionSecret(settings) }
  return { location, settings: { ...settings, ...there, DATA_DIR, ...secrets } }
}
