import { readConfig } from '../app/config.server.ts'
import { explainDamage } from '../app/database/explain-damage.ts'
import { BusyError, OperatorError } from '../app/operator-error.ts'
import { openServices, type Services } from '../app/services.server.ts'
import { exitWith, loadSettings } from './installation.ts'

/** Runs a command with the services as the site opens them, next to a running site or without one. */
export async function runWithServices(work: (services: Services) => Promise<void>) {
  await runCommand(async () => {
    loadSettings()
    const services = await openServices(readConfig({ ...process.env, LOG_LEVEL: 'error' }))
    try {
      await work(services)
    } finally {
      services.mail.close()
      await services.database.close()
    }
  })
}

/** What the operator can fix ends the command with one line; a bug ends it with its stack. */
export async function runCommand(work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    // EX_TEMPFAIL of sysexits.h: nothing failed, and nothing was done either.
    if (error instanceof BusyError) exitWith(error.message, 75)
    if (error instanceof OperatorError) exitWith(error.message)
    const damage = explainDamage(error)
    if (damage) exitWith(damage)
    throw error
  }
}
