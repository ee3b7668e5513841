import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, createReadStream, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Release, readRelease } from './releases.ts'
import { OperatorError } from '../../app/operator-error.ts'

/** Throws if the archive does not match the checksum next to it. */
export async function verifyChecksum(archive: string) {
  const checksum = `${archive}.sha256`
  if (!existsSync(archive)) throw new OperatorError(`${archive} does not exist.`)
  if (!existsSync(checksum)) throw new OperatorError(`${checksum} does not exist. Copy it next to the archive.`)
  const hash = createHash('sha256')
  await pipeline(createReadStream(archive), hash)
  if (readFileSync(checksum, 'utf8').trim().split(/\s+/)[0] !== hash.digest('hex'))
    throw new OperatorError(`${basename(archive)} is damaged: it does not match its checksum. Copy both files again.`)
}

/** Unpacks an archive into its own folder in `releases`; on failure nothing is left. */
export function unpack(archive: string, releases: string): Release {
  const folder = mkdtempSync(join(releases, '.unpacking-'))
  try {
    // The website may run as a different user than the upgrade.
    chmodSync(folder, 0o755)
    run('tar', ['-xzf', archive, '-C', folder, '--strip-components=1', '--no-same-owner'], folder)
    if (!existsSync(join(folder, 'release.json'))) throw new OperatorError(`${basename(archive)} is not a release.`)
    return readRelease(folder)
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

/** Installs a release's packages without running their scripts, and checks that its Node.js runs here. */
export function installPackages(folder: string) {
  run('npm', ['ci', '--omit=dev', '--ignore-scripts', '--prefix', folder], folder)
  // Versions of npm before 11 remove the link to Node together with the packages for other machines, which have the same
  // link.
  run('npm', ['rebuild', '--ignore-scripts', '--prefix', folder], folder)
  // Its package is optional, so npm does not fail if it cannot be installed.
  const { status } = spawnSync(join(folder, 'node_modules', '.bin', 'node'), ['--version'], { stdio: 'ignore' })
  if (status !== 0)
    throw new OperatorError('The new release’s Node.js doesn’t run. Is the disk full, or is libatomic missing?')
}

function run(command: string, given: string[], cwd: string) {
  const { status, stderr, error } = spawnSync(command, given, {
    cwd,
    env: withoutNpmVariables(process.env),
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  })
  if (status === 0) return
  if (error && 'code' in error && error.code === 'ENOENT')
    throw new OperatorError(`${command} is not installed. Install it, then try again.`)
  const said = stderr?.trim().split('\n').slice(-5).join('\n') || error?.message || 'it was ended'
  throw new OperatorError(`${basename(command)} ${given[0]} failed:\n${said}`)
}

/** A nested npm would treat the outer npm's variables as its own. */
const withoutNpmVariables = (environment: NodeJS.ProcessEnv) =>
  Object.fromEntries(
    Object.entries(environment).filter(
      ([name]) => !/^npm_(package|lifecycle|command|node|execpath|config_local_prefix)/.test(name),
    ),
  )
