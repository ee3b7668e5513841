import { runChecks } from '../app/domain/checks/checks.server.ts'
import { systemPage } from '../content/pages/admin-system.ts'
import { systemChecks } from '../content/system-checks.ts'
import { runAsProcess, withServices } from './command.ts'

// `npm run doctor` prints what the System page of the dashboard shows: how this site is set up and how it works, with
// advice. It exits with 1 when a check is red.

export const command = withServices(async (services, { say }) => {
  const checks = await runChecks(services, Date.now())
  for (const { id, state, says, advice, details } of checks) {
    say(`${systemPage.lights[state].padEnd(15)} ${systemChecks[id].title}: ${says}`)
    for (const help of [advice, details]) if (help) say(`${''.padEnd(15)} ${help}`)
  }
  return checks.some(({ state }) => state === 'red') ? 1 : 0
})

if (import.meta.main) await runAsProcess(command)
