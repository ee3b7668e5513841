import { readConfig } from '../app/config.server.ts'
import { explainDamage } from '../app/database/explain-damage.ts'
import { BusyError, OperatorError } from '../app/operator-error.ts'
import { openServices, type Services } from '../app/services.server.ts'
import { loadSettings } from './installation.ts'

/** How a command is called: by npm, or by a test in its own process. */
export type Call = {
  /** What follows `--` on the command line. */
  options: string[]
  env: NodeJS.ProcessEnv
  say: (line: string) => void
  warn: (line: string) => void
}

/** Answers with its exit code; 0 if with nothing. */
export type Command = (call: Call) => Promise<number | void>

/** A command that works with the services as the site opens them, next to a running site or without one. */
export const withServices =
  (work: (services: Services, call: Call) => Promise<number | void>): Command =>
  async (call) => {
    const services = await openServices(readConfig({ ...call.env, LOG_LEVEL: 'error' }))
    try {
      return await work(services, call)
    } finally {
      services.mail.close()
      await services.database.close()
    }
  }

/** Its exit code. What the operator can fix ends the command with one line; a bug is thrown. */
export async function exitCodeOf(command: Command, call: Call): Promise<number> {
  try {
    return (await command(call)) ?? 0
  } catch (error) {
    const said = error instanceof OperatorError ? error.message : explainDamage(error)
    if (said === undefined) throw error
    call.warn(said)
    // EX_TEMPFAIL of sysexits.h: nothing failed, and nothing was done either.
    return error instanceof BusyError ? 75 : 1
  }
}

/** For the process that npm has started for it. */
export async function runAsProcess(command: Command) {
  loadSettings()
  const code = await exitCodeOf(command, {
    options: process.argv.slice(2),
    env: process.env,
    say: console.log,
    warn: (line) => void process.stderr.write(`${line}\n`),
  })
  if (code !== 0) process.exit(code)
}
