import { recordAct } from '../app/domain/audit/audit.server.ts'
import { OperatorError } from '../app/operator-error.ts'
import { rotateKeys } from '../app/vault/rotate-keys.server.ts'
import { adoptNextKey, loadSecrets, makeNextKey } from '../app/vault/secrets.server.ts'
import { recoverySheetName } from '../content/recovery-sheet.ts'
import { runAsProcess, withServices } from './command.ts'

// `npm run keys:rotate` replaces ENCRYPTION_KEY while the site runs: with ENCRYPTION_KEY_NEXT, or where secrets are
// generated with a new one. If it was interrupted, run it again.

const operator = { who: 'operator', from: 'here' }

export const command = withServices(async (services, { say }) => {
  const { config, database, vault, backups } = services
  const isGenerated = config.secrets.encryption === undefined
  const to = config.secrets.nextEncryption ?? (isGenerated ? makeNextKey(config.dataDir) : undefined)
  if (to === undefined)
    throw new OperatorError(
      'ENCRYPTION_KEY_NEXT: set the key to change to. Example: the output of: openssl rand -base64 32',
    )
  const { encryption: from } = loadSecrets(config.secrets, config.dataDir)
  if (from === to) throw new OperatorError('ENCRYPTION_KEY_NEXT is the same as the current key. Set a different one.')
  try {
    const wrapped = await rotateKeys(database, { from, to }, (tx) =>
      recordAct({ tx, vault }, operator, { act: 'keys.rotated' }),
    )
    say(
      wrapped > 0
        ? `${wrapped.toLocaleString('en-US')} record keys were rewrapped.`
        : 'Every record key was already rewrapped.',
    )
    // The key file is encrypted with the new key as well, and holds keys wrapped by it.
    await backups.make()
    for (const name of await backups.reseal()) say(`${name} can’t be opened with either key, so it was left unchanged.`)
    await services.saveRecoverySheet()
  } catch (error) {
    throw error instanceof OperatorError ? new OperatorError(`${error.message} Then run this again.`) : error
  }
  if (isGenerated) adoptNextKey(config.dataDir)
  say(
    `Backups are now encrypted with the new key. It is in ${config.dataDir}/${recoverySheetName}: print that file, then delete it.`,
  )
  if (!isGenerated)
    say(
      'Now set ENCRYPTION_KEY to the value of ENCRYPTION_KEY_NEXT, unset ENCRYPTION_KEY_NEXT, and restart every process.',
    )
})

if (import.meta.main) await runAsProcess(command)
