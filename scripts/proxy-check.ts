import { caddyVersion } from '../tests/proxy/caddy.ts'
import { checks, openPlace } from '../tests/proxy/proxy-checks.ts'
import { buildIfNeeded } from './build/build-if-needed.ts'

// `npm run proxy:check` tests deploy/Caddyfile: TLS, two processes on one PostgreSQL, trusted headers, and what visitors
// see while processes or the database are away. It exits with 1 when a check fails.

const version = caddyVersion()
if (!version) {
  console.error('npm run proxy:check: Caddy is not installed (Debian and Ubuntu: apt install caddy).')
  process.exit(1)
}
await buildIfNeeded()
console.log(`Caddy ${version} in front of two processes on one PostgreSQL`)
const environment = await openPlace()
let faults = 0
try {
  for (const { says, run } of checks) {
    try {
      console.log(`ok     ${says}: ${await run(environment)}`)
    } catch (error) {
      faults += 1
      console.log(`FAULT  ${says}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
} finally {
  await environment.close()
}
console.log(faults === 0 ? `${checks.length} checks, all OK` : `${faults} of ${checks.length} checks failed`)
process.exit(faults === 0 ? 0 : 1)
