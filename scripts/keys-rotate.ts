import { recordAct } from '../app/domain/audit/audit.server.ts'
import { OperatorError } from '../app/operator-error.ts'
import { rotateKeys } from '../app/vault/rotate-keys.server.ts'
import { adoptNextKey, loadSecrets, makeNextKey } from '../app/vault/secrets.server.ts'
import { recoverySheetName } from '../content/recovery-sheet.ts'
import { exitWith } from './installation.ts'
import { runWithServices } from './run-command.ts'

// `npm run keys:rotate` replaces ENCRYPTION_KEY while the site runs: with ENCRYPTION_KEY_NEXT, or where secrets are
// generated with a new one. If it was interrupted, run it again.

const operator = { who: 'operator', from: 'here' }

await runWithServices(async (services) => {
  const { config, database, vault, backups } = services
  const isGenerated = config.secrets.encryption === undefined
  const to = config.secrets.nextEncryption ?? (isGenerated ? makeNextKey(config.dataDir) : undefined)
  if (to === undefined)
    exitWith('ENCRYPTION_KEY_NEXT: set the key to change to. Example: the output of: openssl rand -base64 32')
  const { encryption: from } = loadSecrets(config.secrets, config.dataDir)
  if (from === to) exitWith('ENCRYPTION_KEY_NEXT is the same as the current key. Set a different one.')
  try {
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
  } catch (error) {
    throw error instanceof OperatorError ? new OperatorError(`${error.message} Then run this again.`) : error
  }
  if (isGenerated) adoptNextKey(config.dataDir)
  console.log(
    `Backups are now encrypted with the new key. It is in ${config.dataDir}/${recoverySheetName}: print that file, then delete it.`,
  )
  if (!isGenerated)
    console.log(
      'Now set ENCRYPTION_KEY to the value of ENCRYPTION_KEY_NEXT, unset ENCRYPTION_KEY_NEXT, and restart every process.',
    )
})
