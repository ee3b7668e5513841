import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { checkContent } from './check-content.ts'
import { claimsInContent } from './claims-in-content.ts'
import { compressFiles } from './compress-files.ts'
import { fingerprintOfSources } from './sources.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const stamp = `${root}build/sources`

/** Whether build/ was made from the sources as they are now. */
export const isUpToDate = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprintOfSources(root)

/** Checks the content, builds the site and compresses its files; throws with the reason when something is wrong. */
export async function build() {
  await checkContent()
  // A warning, since it is for a person to judge.
  for (const claim of await claimsInContent()) console.warn(`Look at this: ${claim}`)
  const fingerprint = fingerprintOfSources(root)
  const { status } = spawnSync(process.execPath, ['node_modules/.bin/react-router', 'build'], {
    cwd: root,
    stdio: ['ignore', process.env.CI ? 'ignore' : 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (status !== 0) throw new Error('the build failed')
  await compressFiles(`${root}build/client`)
  // Last, so that a build that was cut short is not taken for a whole one.
  writeFileSync(stamp, fingerprint)
}

if (import.meta.main)
  await build().catch((error: Error) => {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  })
