import { join } from 'node:path'
import { pino } from 'pino'
import { type DatabaseLocation, openDatabase } from '#app/database/connection.server.ts'
import { createBackups } from '#app/database/backups/backups.server.ts'
import { checkBackup, fillFromBackup } from '#app/database/backups/restore.server.ts'
import { replaceDatabase } from '#app/database/backups/restore-target.server.ts'
import { migrations } from '#app/database/migrations/all.ts'
import { recordAct } from '#app/domain/audit/audit.server.ts'
import { createKeyRing } from '#app/vault/key-ring.server.ts'
import { rotateKeys } from '#app/vault/rotate-keys.server.ts'
import { createFileSealing } from '#app/vault/sealed-file.server.ts'
import { openVault } from '#app/vault/vault.server.ts'

// Long work to be killed halfway: `backup`, `restore` or `rotate`, with its options as JSON.

export type LongWork = { location: DatabaseLocation; folder: string; file?: string; from: string; to: string }

const [, , work, options = ''] = process.argv
const { location, folder, file = '', from, to } = JSON.parse(options) as LongWork
const sealing = createFileSealing(async () => [from, to])
process.stdout.write('begun\n')

if (work === 'restore') {
  const backup = await checkBackup({ file, sealing }, migrations)
  await replaceDatabase(location, { force: false }, (into) => fillFromBackup(into, backup, migrations))
} else {
  const database = openDatabase(location)
  if (work === 'backup') {
    const deps = { location, folder, keep: 3, sealing, database, migrations, dataDir: join(folder, 'data') }
    await createBackups({ ...deps, examine: async () => undefined }).make()
  } else {
    const keys = createKeyRing(database, () => [from, to])
    const vault = openVault({ database, log: pino({ level: 'silent' }), keys })
    const operator = { who: 'operator', from: 'here' }
    await rotateKeys(database, { from, to }, (tx) => recordAct({ tx, vault }, operator, { act: 'keys.rotated' }))
  }
  await database.close()
}
process.stdout.write('done\n')
