import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { fingerprintSources, stamp } from './build-if-needed.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Checks the content, builds the site and compresses its files; throws with the reason when something is wrong. */
export async function build() {
  // Loaded here, so that a file that can't be read is a problem of the content as well.
  const { checkContent } = await import('./check-content.ts')
  await checkContent()
  const { findClaimsInContent } = await import('./claims-in-content.ts')
  // A warning, because a person has to judge it.
  for (const claim of await findClaimsInContent()) console.warn(`Look at this: ${claim}`)
  console.log('Building the site, which takes about half a minute …')
  const fingerprint = fingerprintSources()
  const { status } = spawnSync(process.execPath, ['node_modules/.bin/react-router', 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (status !== 0) throw new Error('the build failed')
  dropImports(`${root}build/client/assets`)
  compressFiles(`${root}build/client`)
  // Last, so that an interrupted build does not count as complete.
  writeFileSync(stamp, fingerprint)
}

/**
 * Every work page loads the list of all routes, with the files that each imports. The server needs those, for its
 * preload links, and has a list of its own; the browser would need them only to prefetch links, which the site does not.
 */
function dropImports(folder: string) {
  for (const file of globSync('manifest-*.js', { cwd: folder })) {
    const list = readFileSync(`${folder}/${file}`, 'utf8')
    writeFileSync(`${folder}/${file}`, list.replaceAll(/(?<="imports":\[)[^\]]*/g, ''))
  }
}

/** Writes a .br and a .gz next to every file that gets smaller by it, so that the server never compresses files. */
function compressFiles(folder: string) {
  for (const file of globSync('**/*.{js,css,svg,json,xml,txt,ico,webmanifest}', { cwd: folder })) {
    const path = `${folder}/${file}`
    const bytes = readFileSync(path)
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
    const compressed = { br: brotliCompressSync(bytes, { params }), gz: gzipSync(bytes, { level: 9 }) }
    for (const [extension, smaller] of Object.entries(compressed))
      if (smaller.length < bytes.length) writeFileSync(`${path}.${extension}`, smaller)
  }
}

if (import.meta.main)
  await build().catch((error: Error) => {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  })
