import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Holds the fingerprint of what was built. */
export const stamp = `${root}build/sources`

/** Loads the build, with all of the content and its rules, only to run it: every start of the site asks. */
export async function buildIfNeeded() {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprintSources()) return
  const { build } = await import('./build.ts')
  await build()
}

const sources = [
  'app/**/*.*',
  'content/**/*.*',
  'public/**/*.*',
  'server/**/*.ts',
  'vite.config.ts',
  'react-router.config.ts',
  'package-lock.json',
]

/** Takes about 10 ms. */
export function fingerprintSources() {
  const hash = createHash('sha256')
  for (const file of globSync(sources, { cwd: root }).sort())
    if (!/\.test\.tsx?$/.test(file) && existsSync(`${root}${file}`))
      hash
        .update(`${file}\0`)
        .update(readFileSync(`${root}${file}`))
        .update('\0')
  return hash.digest('hex')
}
