import bundled from '@sparticuz/chromium'
import { existsSync, mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { LaunchOptions } from '@playwright/test'
import { hasSharedMemory } from './disk.ts'

const macChrome = '/Applications/Google Chrome.app'

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
 * The Chromium of the npm package, the same on every machine; TEST_BROWSER is the path of another to try. By default,
 * Playwright makes the browser share memory through files on disk; sharing memory itself saves a tenth of its work.
 */
export async function browserLaunch(): Promise<LaunchOptions> {
  return { ...(await findBrowser()), ...(hasSharedMemory() ? { ignoreDefaultArgs: ['--disable-dev-shm-usage'] } : {}) }
}

async function findBrowser(): Promise<LaunchOptions> {
  const { TEST_BROWSER } = process.env
  if (TEST_BROWSER) return { executablePath: TEST_BROWSER, args: quiet }
  // The package is for Linux alone: elsewhere Chrome, if it is installed, or what Playwright downloaded.
  if (process.platform !== 'linux') return existsSync(macChrome) ? { channel: 'chrome', args: quiet } : { args: quiet }
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
