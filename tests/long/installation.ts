import { execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeArchive } from '../../scripts/release/archive.ts'
import { collectReleaseFiles } from '../../scripts/release/release-files.ts'
import { freePort } from '#tests/support/connections.ts'
import { until } from '#tests/support/timing.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** A release of this checkout as `npm run package` makes it, with another version and some changed files. */
export function packRelease(folder: string, version: string, changes: Record<string, (text: string) => string> = {}) {
  const files = collectReleaseFiles(root, version).map(({ path, bytes }) => {
    const text = Buffer.from(bytes).toString('utf8')
    const changed = changes[path]?.(text)
    if (changed === text) throw new Error(`${path} should change, but did not`)
    return { path, bytes: changed === undefined ? bytes : Buffer.from(changed) }
  })
  return writeArchive(folder, version, files)
}

/**
 * A website installed from an archive as docs/operations.md describes, on a free port. A script replaces systemd and
 * starts and stops the release that `current` links to. Another replaces npm and links the packages of the release's
 * lockfile, and Node only on `rebuild`, as the npm of Debian and Ubuntu does.
 */
export async function install(archive: string) {
  const home = mkdtempSync(join(tmpdir(), 'clinic-home-'))
  const port = await freePort()
  const bin = join(home, 'bin')
  const release = join(home, 'releases', '0.1.0')
  mkdirSync(release, { recursive: true })
  mkdirSync(bin)
  for (const [name, script] of Object.entries(fakePrograms)) {
    writeFileSync(join(bin, name), script)
    chmodSync(join(bin, name), 0o755)
  }
  // Each release is started many times.
  const cache = join(home, 'compiled')
  const environment = {
    NODE_COMPILE_CACHE: cache,
    PATH: `${bin}:${process.env.PATH}`,
    HOME: home,
    CLINIC_HOME: home,
    CHECKOUT: root,
  }
  execFileSync('tar', ['-xzf', archive, '-C', release, '--strip-components=1'])
  for (const act of ['ci', 'rebuild']) execFileSync('npm', [act, '--prefix', release], { env: environment })
  symlinkSync(join('releases', '0.1.0'), join(home, 'current'))
  writeFileSync(join(home, '.env'), `PORT=${port}\nDATA_DIR=data\nLOG_LEVEL=warn\n`)
  const url = `http://127.0.0.1:${port}`
  const systemctl = (act: string) => spawnSync('systemctl', [act, 'clinic-site'], { env: environment })

  /** Runs `npm run NAME` in `current`; `onStart` may kill it halfway. */
  function run(
    name: string,
    options: string[],
    more: NodeJS.ProcessEnv = {},
    onStart: (child: ReturnType<typeof spawn>) => void = () => {},
  ) {
    const script = join(home, 'current', 'scripts', `${name}.ts`)
    const child = spawn(process.execPath, [script, ...options], {
      cwd: home,
      env: { ...environment, ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (said += text))
    onStart(child)
    return new Promise<{ code: number | null; said: string }>((resolve) =>
      child.once('close', (code) => resolve({ code, said })),
    )
  }

  return {
    home,
    url,
    run,
    /** With a long timeout for a busy machine; a release that exits is noticed at once. */
    upgrade: (options: string[], more?: NodeJS.ProcessEnv, onStart?: Parameters<typeof run>[3]) =>
      run('upgrade', [...options, '--patience', '120'], more, onStart),
    async start() {
      systemctl('start')
      await until(
        () =>
          fetch(`${url}/readyz`).then(
            ({ ok }) => ok || undefined,
            () => undefined,
          ),
        60_000,
      )
    },
    stop: () => systemctl('stop'),
    /** The pid of the server, and the release that it was started from. */
    serving: () => readFileSync(join(home, 'serving'), 'utf8'),
    current: () => readlinkSync(join(home, 'current')),
    remove() {
      systemctl('stop')
      rmSync(home, { recursive: true, force: true })
    },
  }
}

const fakePrograms = {
  npm: `#!${process.execPath}
const { mkdirSync, readFileSync, symlinkSync, writeFileSync } = require('node:fs')
const { dirname, join } = require('node:path')
const folder = process.argv[process.argv.indexOf('--prefix') + 1]
if (process.env.NPM_FAILS) { console.error('npm error code ENOSPC'); process.exit(1) }
if (process.env.NPM_HANGS) {
  writeFileSync(process.env.NPM_HANGS, String(process.pid))
  setInterval(() => {}, 1000)
} else if (process.argv[2] === 'rebuild') symlinkSync(process.execPath, join(folder, 'node_modules', '.bin', 'node'))
else {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'))
  mkdirSync(join(folder, 'node_modules', '.bin'), { recursive: true })
  for (const path of Object.keys(packages))
    if (path.lastIndexOf('node_modules/') === 0) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      symlinkSync(join(process.env.CHECKOUT, path), join(folder, path))
    }
}
`,
  // Status queries are answered by the shell, because an upgrade polls several times a second.
  systemctl: `#!/bin/sh
case $1 in
  cat) [ "$2" = clinic-site ]; exit ;;
  reset-failed) exit 0 ;;
  is-failed)
    pid=; { read -r pid release < "$CLINIC_HOME/serving"; } 2>/dev/null
    [ -n "$pid" ] && kill -0 "$pid" 2>/dev/null && exit 1
    exit 0 ;;
esac
exec '${process.execPath}' "$CLINIC_HOME/bin/service.cjs" "$1"
`,
  'service.cjs': `
const { spawn } = require('node:child_process')
const { openSync, readFileSync, realpathSync, rmSync, writeFileSync } = require('node:fs')
const { join } = require('node:path')
const home = process.env.CLINIC_HOME, [act] = process.argv.slice(2)
const alive = (pid) => { try { process.kill(pid, 0); return true } catch { return false } }
const pid = () => { try { return Number(readFileSync(join(home, 'serving'), 'utf8').split(' ')[0]) } catch { return 0 } }
async function stop() {
  const running = pid()
  if (!running) return
  if (alive(running)) process.kill(running, 'SIGTERM')
  while (alive(running)) await new Promise((resolve) => setTimeout(resolve, 20))
  rmSync(join(home, 'serving'))
}
function start() {
  const release = realpathSync(join(home, 'current')), log = openSync(join(home, 'log'), 'a')
  const { NODE_COMPILE_CACHE, PATH, HOME } = process.env
  const child = spawn(join(home, 'current/node_modules/.bin/node'), [join(home, 'current/scripts/start.ts')], {
    cwd: home, env: { NODE_COMPILE_CACHE, PATH, HOME }, detached: true, stdio: ['ignore', log, log] })
  writeFileSync(join(home, 'serving'), child.pid + ' ' + release.split('/').at(-1))
  child.unref()
}
async function main() {
  if (act === 'stop' || act === 'restart') await stop()
  if (act === 'start' || act === 'restart') start()
}
main()
`,
}
