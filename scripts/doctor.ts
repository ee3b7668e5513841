import { runChecks } from '../app/domain/checks/checks.server.ts'
import { systemPage } from '../content/pages/admin-system.ts'
import { systemChecks } from '../content/system-checks.ts'
import { runWithServices } from './run-command.ts'

// `npm run doctor` prints what the System page of the dashboard shows: how this site is set up and how it works, with
// advice. It exits with 1 when a check is red.

await runWithServices(async (services) => {
  const checks = await runChecks(services, Date.now())
  for (const { id, state, says, advice, details } of checks) {
    console.log(`${systemPage.lights[state].padEnd(15)} ${systemChecks[id].title}: ${says}`)
    for (const help of [advice, details]) if (help) console.log(`${''.padEnd(15)} ${help}`)
  }
  if (checks.some(({ state }) => state === 'red')) process.exitCode = 1
})
