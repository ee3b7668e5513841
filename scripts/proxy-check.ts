import { caddyVersion } from '../tests/proxy/caddy.ts'
import { checks, openPlace } from '../tests/proxy/proxy-checks.ts'
import { build, isUpToDate } from './build/build.ts'

// `npm run proxy:check` tries deploy/Caddyfile: TLS, two processes on one PostgreSQL, what is believed of visitors, and
// what they see while processes or the database are away. Ends with 1 when something is not as it should be.

const version = caddyVersion()
if (!version) {
  console.error('npm run proxy:check: Caddy is not installed (Debian and Ubuntu: apt install caddy).')
  process.exit(1)
}
if (!isUpToDate()) await build()
console.log(`Caddy ${version} in front of two processes on one PostgreSQL`)
const place = await openPlace()
let faults = 0
try {
  for (const { says, run } of checks) {
    try {
      console.log(`ok     ${says}: ${await run(place)}`)
    } catch (error) {
      faults += 1
      console.log(`FAULT  ${says}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
} finally {
  await place.close()
}
console.log(faults === 0 ? `${checks.length} checks, all OK` : `${faults} of ${checks.length} checks failed`)
process.exit(faults === 0 ? 0 : 1)
