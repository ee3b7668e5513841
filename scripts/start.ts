import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { build, isUpToDate } from './build/build.ts'

// Before anything of React is loaded.
process.env.NODE_ENV ??= 'production'
if (existsSync('.env')) process.loadEnvFile('.env')

if (process.env.NODE_ENV === 'development') await import('../server/main.ts')
else {
  if (!isUpToDate() && hasBuildTool()) await build().catch((error: Error) => giveUp(error.message))
  const program = new URL('../build/server/main.js', import.meta.url)
  if (!existsSync(program))
    giveUp('The site is not built and the build tool is not installed. Run npm ci, or use a packaged release.')
  await import(program.href)
}

/** A packaged release comes built and without development dependencies: there nothing is ever built. */
function hasBuildTool() {
  try {
    createRequire(import.meta.url).resolve('@react-router/dev/package.json')
    return true
  } catch {
    return false
  }
}

function giveUp(reason: string): never {
  process.stderr.write(`${reason}\n`)
  process.exit(1)
}
