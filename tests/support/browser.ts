import { existsSync, mkdirSync, statfsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type LaunchOptions } from '@playwright/test'
import bundled from '@sparticuz/chromium'

const names = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser']

/** Nothing of the browser's own goes out: tests run on closed networks too. */
const quiet = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** An installed Chrome or Chromium, else the one from the npm package, else Playwright's own. */
export async function browserLaunch(): Promise<LaunchOptions> {
  return { ...(await whichBrowser()), ...(hasSharedMemory() ? { ignoreDefaultArgs: ['--disable-dev-shm-usage'] } : {}) }
}

/**
 * Playwright lets the browser's processes share memory through files on disk, since containers often have too little of
 * the real one. Where there is enough, a tenth of the browser's work is saved.
 */
function hasSharedMemory() {
  if (process.platform !== 'linux' || !existsSync('/dev/shm')) return false
  const { bavail, bsize } = statfsSync('/dev/shm')
  return bavail * bsize > 1024 ** 3
}

async function whichBrowser(): Promise<LaunchOptions> {
  const installed = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((file) => existsSync(file))
  if (installed) return { executablePath: installed, args: quiet }
  if (process.platform !== 'linux') return { args: quiet }
  // Its own arguments suit a cloud function: one process for everything, and no web security.
  return { executablePath: await unpacked(), args: quiet }
}

/** It unpacks itself into the folder for temporary files; in ours it is no other user's and no other checkout's. */
async function unpacked() {
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
