import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Config, readConfig } from '../app/config.server.ts'
import { checkBackup, fillFromBackup } from '../app/database/backups/restore.server.ts'
import { keepErasures } from '../app/database/backups/erased-list.server.ts'
import { replaceDatabase } from '../app/database/backups/restore-target.server.ts'
import { toOperatorError } from '../app/database/backups/to-operator-error.ts'
import { explainDamage } from '../app/database/explain-damage.ts'
import { migrations } from '../app/database/migrations/all.ts'
import { formatClinicMoment } from '../app/domain/shared/clinic-time.ts'
import { pauseNewslettersAfterRestore } from '../app/domain/newsletter/pause-after-restore.server.ts'
import { toEncryptionKeys } from '../app/services.server.ts'
import { createFileSealing } from '../app/vault/sealed-file.server.ts'
import { findSecrets, isOtherSession, replaceFingerprints } from '../app/vault/secrets.server.ts'
import { OperatorError } from '../app/operator-error.ts'
import { clinic } from '../content/clinic.ts'
import { recoverySheetName } from '../content/recovery-sheet.ts'
import { explainErasedLists, readErasedLists, secureRestored } from './restore/secure-restored.ts'
import { restoreFromCopy } from './restore/from-copy.ts'
import { moveTo, reopenHere } from './restore/move.ts'
import { resolveArgument } from './installation.ts'
import { type Call, type Command, runAsProcess } from './command.ts'

// `npm run restore -- FILE` verifies a backup and restores it into the database of the settings, all of it or nothing.
// The key file `clinic.keys` must be next to it. --force replaces an existing database; --check only verifies.
// `npm run restore -- --from-copy` does the same with what the continuous copy has; it asks for the identity.
// `npm run restore -- --to PLACE` moves the website's database: a backup made now is restored there, and the old database
// stays closed to writes. `npm run restore -- --reopen` reopens a database that a move closed.

const usage =
  'npm run restore -- FILE [--check] [--force], where FILE is a .backup file with clinic.keys next to it; npm run restore -- --from-copy [--check] [--force]; npm run restore -- --to postgres://user:password@host/database, or --to FILE for SQLite; npm run restore -- --reopen [--force]'
const otherSecret =
  'SESSION_SECRET is not the one of this backup. Compare it with the recovery sheet, letter by letter. If it is lost, or was replaced since, add --force: links in earlier emails then no longer work, and people who were erased before it was replaced are back.'
const noSecret =
  'SESSION_SECRET is not set. Set the one on the recovery sheet, letter by letter. If it is lost, add --force: links in earlier emails then no longer work, people who were erased since this backup are back, and the site no longer knows who unsubscribed.'

export const command: Command = async ({ options, env, say }) => {
  const asked = readArguments(options)
  const { file, fromCopy, to, reopen, force } = asked
  const config = readConfig(env)
  if (reopen) await reopenHere(config, { force, say })
  else if (to !== undefined) await moveTo(config, to, say)
  else if (fromCopy)
    await restoreFromCopy({ config, encryptionKeys: readEncryptionKeys(config), say }, (made) =>
      restoreFrom(made, config, { ...asked, say }),
    )
  else await restoreFrom(file, config, { ...asked, say })
}

type Asked = Pick<ReturnType<typeof readArguments>, 'check' | 'force' | 'fromCopy'> & Pick<Call, 'say'>

async function restoreFrom(named: string, config: Config, { check, force, fromCopy, say }: Asked) {
  const secrets = findSecrets(config.secrets, config.dataDir)
  const encryptionKeys = readEncryptionKeys(config)
  const [encryption] = encryptionKeys
  const sealing = createFileSealing(async () => encryptionKeys)
  const backup = await checkBackup({ file: resolveArgument(named), sealing }, migrations)
  const rows = [...backup.tallies.values()].reduce((sum, tally) => sum + tally.rows, 0)
  const what = `${rows.toLocaleString('en-US')} rows in ${backup.tallies.size} tables, as of ${formatClinicMoment(backup.manifest.takenAt, clinic.timeZone)}`
  const erased = await readErasedLists(backup, config.backups.folder)
  const isOther = isOtherSession(secrets, backup.sessionFingerprint)
  const unfit = secrets.session ? isOther && otherSecret : backup.sessionFingerprint && noSecret
  if (check) {
    say(`The backup is complete: ${what}.`)
    if (unfit) say(unfit)
    for (const line of explainErasedLists(erased)) say(line)
  } else {
    if (unfit && !force) throw new OperatorError(unfit)
    const lines = await replaceDatabase(config.database, { force }, async (into) => {
      await fillFromBackup(into, backup, migrations)
      await replaceFingerprints(into.tx, secrets)
      await pauseNewslettersAfterRestore(into.tx)
      const said = await secureRestored(into, { erased, isOther, secrets: { ...secrets, encryption }, backup })
      // Backups that are made here forget these people too. Within the restore: without this list it is none.
      await keepErasures(config.backups.folder, erased.entries).catch(
        explainPlace(`BACKUP_DIR: ${config.backups.folder}`),
      )
      return said
    }).catch(explainPlace('url' in config.database ? 'DATABASE_URL' : `DATA_DIR: ${config.dataDir}`))
    removeOtherSheet(config, encryption)
    say(`Restored ${what}.`)
    if (isOther) say('SESSION_SECRET is not the one of this backup: links in earlier emails no longer work.')
    for (const line of lines) say(line)
    say('Start the website with: npm start')
  }
  // The copy sends the keys again only when they have changed.
  if (backup.keysNewerByMs < 0 && !fromCopy)
    say('clinic.keys is older than the backup: anything encrypted in between can’t be read.')
  if (!secrets.session && !check)
    say(
      'SESSION_SECRET is not set, so the next start makes a new one: links in earlier emails no longer work, and unsubscribed addresses are no longer recognized.',
    )
}

function explainPlace(place: string) {
  return (error: unknown): never => {
    throw explainDamage(error) ? error : toOperatorError(error, place)
  }
}

/** A start before the restore wrote a sheet with keys of its own, which nobody may print. */
function removeOtherSheet({ dataDir }: Config, encryptionKey: string) {
  const sheet = join(dataDir, recoverySheetName)
  if (existsSync(sheet) && !readFileSync(sheet, 'utf8').includes(encryptionKey)) rmSync(sheet)
}

function readEncryptionKeys(config: Config) {
  const secrets = findSecrets(config.secrets, config.dataDir)
  const { encryption } = secrets
  if (!encryption)
    throw new OperatorError('ENCRYPTION_KEY: set the one that the backup was made with. It is on the recovery sheet.')
  return toEncryptionKeys({ ...secrets, encryption })
}

function readArguments(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: {
        check: { type: 'boolean', default: false },
        force: { type: 'boolean', default: false },
        'from-copy': { type: 'boolean', default: false },
        reopen: { type: 'boolean', default: false },
        to: { type: 'string' },
      },
      allowPositionals: true,
    })
    const { to, reopen, check, force, 'from-copy': fromCopy } = values
    const [only, ...more] = positionals
    const asked = [only !== undefined, fromCopy, to !== undefined, reopen].filter(Boolean)
    const fits = only !== undefined || fromCopy || (!check && (reopen || !force))
    if (asked.length === 1 && more.length === 0 && fits) return { file: only ?? '', fromCopy, ...values }
  } catch {
    // An unknown option.
  }
  throw new OperatorError(usage)
}

if (import.meta.main) await runAsProcess(command)
