import { existsSync, mkdirSync, statfsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type LaunchOptions } from '@playwright/test'
import bundled from '@sparticuz/chromium'

const names = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser']

/** Without the browser's own network requests, because tests also run on closed networks. */
const quiet = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // The tabs of a context share a process, and none is started in advance for the next context.
  '--renderer-process-limit=1',
]

/** An installed Chrome or Chromium, otherwise the one from the npm package or Playwright. */
export async function browserLaunch(): Promise<LaunchOptions> {
  return { ...(await findBrowser()), ...(hasSharedMemory() ? { ignoreDefaultArgs: ['--disable-dev-shm-usage'] } : {}) }
}

/**
 * By default, Playwright makes the browser share memory through files on disk, because containers often have a small
 * /dev/shm. If there is enough, using it saves a tenth of the browser's work.
 */
function hasSharedMemory() {
  if (process.platform !== 'linux' || !existsSync('/dev/shm')) return false
  const { bavail, bsize } = statfsSync('/dev/shm')
  return bavail * bsize > 1024 ** 3
}

async function findBrowser(): Promise<LaunchOptions> {
  const installed = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((file) => existsSync(file))
  if (installed) return { executablePath: installed, args: quiet }
  if (process.platform !== 'linux') return { args: quiet }
  // Not with the package's own arguments, which are for cloud functions: a single process without web security.
  return { executablePath: await unpackBrowser(), args: quiet }
}

/** The package unpacks into TMPDIR; a folder of this checkout avoids conflicts with other users and checkouts. */
async function unpackBrowser() {
  const { TMPDIR } = process.env
  process.env.TMPDIR = fileURLToPath(new URL('../../node_modules/.cache/chromium/', import.meta.url))
  mkdirSync(process.env.TMPDIR, { recursive: true })
  try {
    return await bundled.executablePath()
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  }
}
