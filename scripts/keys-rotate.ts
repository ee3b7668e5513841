import { CannotBackUp } from '../app/database/backups/unusable.ts'
import { recordAct } from '../app/domain/audit/audit.server.ts'
import { rotateKeys } from '../app/vault/rotate-keys.server.ts'
import { adoptNextKey, loadSecrets, makeNextKey, SecretMismatch } from '../app/vault/secrets.server.ts'
import { recoverySheetName } from '../content/recovery-sheet.ts'
import { giveUp, openForCommand } from './open-for-command.ts'

// `npm run keys:rotate` puts another ENCRYPTION_KEY in force, while the site runs: ENCRYPTION_KEY_NEXT, or with generated
// secrets a new one. It can be run again after it stopped half-way.

const operator = { who: 'operator', from: 'here' }
const services = await openForCommand()
const { config, database, vault, backups } = services
try {
  const isGenerated = config.secrets.encryption === undefined
  const to = config.secrets.nextEncryption ?? (isGenerated ? makeNextKey(config.dataDir) : undefined)
  if (to === undefined)
    giveUp('ENCRYPTION_KEY_NEXT: set the key to change to. Example: the output of: openssl rand -base64 32')
  const { encryption: from } = loadSecrets(config.secrets, config.dataDir)
  if (from === to) giveUp('ENCRYPTION_KEY_NEXT is the same as the current key. Set a different one.')
  const wrapped = await rotateKeys(database, { from, to }, (tx) =>
    recordAct({ tx, vault }, operator, { act: 'keys.rotated' }),
  )
  console.log(
    wrapped > 0
      ? `${wrapped.toLocaleString('en-US')} record keys were rewrapped.`
      : 'Every record key was already rewrapped.',
  )
  // The key file is encrypted with the new key as well, and holds keys wrapped by it.
  await backups.make()
  for (const name of await backups.reseal())
    console.log(`${name} can’t be opened with either key, so it was left unchanged.`)
  await services.saveRecoverySheet()
  if (isGenerated) adoptNextKey(config.dataDir)
  console.log(
    `Backups are now encrypted with the new key. It is in ${config.dataDir}/${recoverySheetName}: print that file, then delete it.`,
  )
  if (!isGenerated)
    console.log(
      'Now set ENCRYPTION_KEY to the value of ENCRYPTION_KEY_NEXT, unset ENCRYPTION_KEY_NEXT, and restart every process.',
    )
} catch (error) {
  if (error instanceof CannotBackUp || error instanceof SecretMismatch) giveUp(`${error.message} Then run this again.`)
  throw error
} finally {
  services.mail.close()
  await database.close()
}
