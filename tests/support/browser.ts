import { existsSync, mkdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type LaunchOptions } from '@playwright/test'
import bundled from '@sparticuz/chromium'
import { hasSharedMemory } from './memory.ts'

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

/**
 * An installed Chrome or Chromium, otherwise the one from the npm package or Playwright. By default, Playwright makes the
 * browser share memory through files on disk; sharing memory itself saves a tenth of the browser's work.
 */
export async function browserLaunch(): Promise<LaunchOptions> {
  return { ...(await findBrowser()), ...(hasSharedMemory() ? { ignoreDefaultArgs: ['--disable-dev-shm-usage'] } : {}) }
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
