import { BadSetting, readConfig } from '../app/config.server.ts'
import { CannotBackUp } from '../app/database/backups/unusable.ts'
import { DatabaseIsNewer } from '../app/database/migrate.server.ts'
import { CannotOpen, openServices } from '../app/services.server.ts'
import { SecretMismatch } from '../app/vault/secrets.server.ts'
import { loadSettings } from './place.ts'

/** The services as the site opens them, for a command that runs beside it; whatever the operator can mend is one line. */
export async function openForCommand() {
  loadSettings()
  try {
    return await openServices(readConfig({ ...process.env, LOG_LEVEL: 'error' }))
  } catch (error) {
    return giveUpFor(error)
  }
}

/** With one line for what the operator can mend; anything else is thrown on. */
export function giveUpFor(error: unknown): never {
  if ([BadSetting, CannotBackUp, CannotOpen, DatabaseIsNewer, SecretMismatch].some((kind) => error instanceof kind))
    giveUp(String((error as Error).message))
  throw error
}

export function giveUp(reason: string): never {
  process.stderr.write(`${reason}\n`)
  process.exit(1)
}
