import { runChecks } from '../app/domain/checks/checks.server.ts'
import { systemPage } from '../content/pages/admin-system.ts'
import { systemChecks } from '../content/system-checks.ts'
import { openForCommand } from './open-for-command.ts'

// `npm run doctor` says how this site is set up and how it works, with advice; like the System page of the dashboard.
// Ends with 1 when something is red.

const services = await openForCommand()
try {
  const checks = await runChecks(services, Date.now())
  for (const { id, state, says, advice } of checks) {
    console.log(`${systemPage.lights[state].padEnd(15)} ${systemChecks[id].title}: ${says}`)
    if (advice) console.log(`${''.padEnd(15)} ${advice}`)
  }
  if (checks.some(({ state }) => state === 'red')) process.exitCode = 1
} finally {
  services.mail.close()
  await services.database.close()
}
