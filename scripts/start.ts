import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { exitWith, isPackaged, loadSettings } from './installation.ts'

// Before anything of React is loaded.
process.env.NODE_ENV ??= 'production'
loadSettings()

if (process.env.NODE_ENV === 'development') await import('../server/main.ts')
else {
  if (!isPackaged && hasBuildTool()) {
    const { buildIfNeeded } = await import('./build/build-if-needed.ts')
    await buildIfNeeded().catch((error: Error) => exitWith(error.message))
  }
  const program = new URL('../build/server/main.js', import.meta.url)
  if (!existsSync(program))
    exitWith('The site hasn’t been built, and the build tool isn’t installed. Run npm ci, or use a packaged release.')
  await import(program.href)
}

function hasBuildTool() {
  try {
    createRequire(import.meta.url).resolve('@react-router/dev/package.json')
    return true
  } catch {
    return false
  }
}
