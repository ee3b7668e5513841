import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { build, isUpToDate } from './build/build.ts'

// Before anything of React is loaded.
process.env.NODE_ENV ??= 'production'
if (existsSync('.env')) process.loadEnvFile('.env')

if (process.env.NODE_ENV === 'production' && !isUpToDate() && hasBuildTool()) await build()
if (process.env.NODE_ENV === 'production' && !existsSync(new URL('../build/server/index.js', import.meta.url))) {
  process.stderr.write(
    'The site is not built and the build tool is not installed. Run npm ci, or use a packaged release.\n',
  )
  process.exit(1)
}
await import('../server/main.ts')

/** A packaged release comes built and without development dependencies: there nothing is ever built. */
function hasBuildTool() {
  try {
    createRequire(import.meta.url).resolve('@react-router/dev/package.json')
    return true
  } catch {
    return false
  }
}
