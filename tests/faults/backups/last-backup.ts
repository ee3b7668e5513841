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
import { encryptionKey } from './place.ts'

/**
 * Now that all is well the site makes one and tries it, and one is made and restored into an empty place by the
 * operator's commands; answers what is wrong, as sentences.
 */
export async function lastBackup(world: World, answered: Answered[]) {
  const drill = await drillOf(world)
  const made = await until(async () => {
    const { code, said } = await runCommand('backup', [], world.settings)
    // The site may be at one of its own.
    return said.includes('another process is making a backup') ? undefined : { code, said }
  })
  const file = /: (\/.*\.backup)$/m.exec(made.said)?.[1]
  if (made.code !== 0 || !file) return [...drill, `with nothing in the way no backup could be made: ${made.said}`]
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'clinic-restored-'))
  try {
    const { place, settings } = await emptyPlace(world, DATA_DIR)
    const { code, said } = await runCommand('restore', [file], settings)
    if (code !== 0) return [...drill, `lost: the last backup could not be restored: ${said}`]
    const restored = openDatabase(place)
    const { stored } = await readStored(restored).finally(() => restored.close())
    return [...drill, ...missing(answered, stored, { from: 'the last backup' })]
  } finally {
    rmSync(DATA_DIR, { recursive: true, force: true })
  }
}

async function drillOf({ look }: World) {
  const read = () =>
    look(({ db }) => db.selectFrom('backupState').select(['drilledAt', 'drillFault']).executeTakeFirst())
  const before = (await read())?.drilledAt ?? 0
  await backUpBySite({ look })
  const after = await until(async () => {
    const now = await read()
    return (now?.drilledAt ?? 0) > before ? now : undefined
  }, 5 * 60_000).catch(() => undefined)
  if (!after) return ['the site did not try its backup']
  return after.drillFault === null ? [] : [`the site found its newest backup wanting: ${after.drillFault}`]
}

async function emptyPlace({ settings, postgres }: World, DATA_DIR: string) {
  const place: DatabaseLocation = postgres
    ? { url: await newDatabaseOn(postgres.url) }
    : { file: join(DATA_DIR, 'clinic.db') }
  const there = 'url' in place ? { DATABASE_URL: place.url } : {}
  return { place, settings: { ...settings, ...there, DATA_DIR, ENCRYPTION_KEY: encryptionKey(settings) } }
}
