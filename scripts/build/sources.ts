import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'

const sources = [
  'app/**/*.*',
  'content/**/*.*',
  'public/**/*.*',
  'server/**/*.ts',
  'vite.config.ts',
  'react-router.config.ts',
  'package-lock.json',
]

/** One hash over everything that the build reads; about 10 ms. */
export function fingerprintOfSources(root: string) {
  const hash = createHash('sha256')
  for (const file of globSync(sources, { cwd: root }).sort()) {
    if (/\.test\.tsx?$/.test(file) || !existsSync(`${root}${file}`)) continue
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(`${root}${file}`))
      .update('\0')
  }
  return hash.digest('hex')
}
