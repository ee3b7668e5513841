import type * as BuiltSite from '#server/site.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pathToFileURL, fileURLToPath } from 'node:url'
import type { Database } from '#app/database/connection.server.ts'
import type { BookingContent } from '#app/domain/booking/booking-content.ts'
import { type CalendarReader, createCalendarReader } from '#app/integrations/calendars/calendar-reader.server.ts'
import { freePort } from './connections.ts'
import { databaseFolder } from './disk.ts'
import { prepareDatabase } from './test-database.ts'
import { type ChildProcess, spawn } from 'node:child_process'
import { compileCache, startEnvironment, startFlags } from './start-command.ts'

/** A running site, in this process or in one of its own. */
export type Site = {
  url: string
  port: string
  dataDir: string
  /** Only in this process, where a second connection to SQLite would wait for the first without letting it go on. */
  database?: Database
  /** Only in this process: gives this site practitioners, rooms and rules of its own. */
  setBooking?: (booking: BookingContent) => void
  /** Only in this process: private calendars of https://calendar.test are read from this origin. */
  serveCalendars?: (origin: string) => void
  /** Everything logged so far. */
  output: () => string
  stop: (options?: { keepData?: boolean }) => Promise<unknown>
}

/** Starts the built site in this process, on a free port, with a data folder of its own. */
export async function startSite(settings: Record<string, string> = {}): Promise<Site> {
  const { port, dataDir } = await newPlaceOfSite(settings)
  const output: string[] = []
  const stream = new Writable({
    write(line, _encoding, done) {
      output.push(String(line))
      done()
    },
  })
  const url = `http://127.0.0.1:${port}`
  const { startSite: start } = await builtSite()
  const { services, stop } = await start(
    { NODE_ENV: 'production', PUBLIC_URL: url, ...settings, PORT: port, DATA_DIR: dataDir },
    stream,
  )
  return {
    url,
    port,
    dataDir,
    database: services.database,
    setBooking: (booking) => Object.assign(services, { booking }),
    serveCalendars: (origin) => Object.assign(services, { calendarReader: readerAt(origin) }),
    output: () => output.join(''),
    async stop({ keepData = false } = {}) {
      await stop()
      if (!keepData) rmSync(dataDir, { recursive: true, force: true })
      noteMisunderstanding(output.join(''))
    },
  }
}

/** The address passes the form, which wants https; the fake server is asked. */
function readerAt(origin: string): CalendarReader {
  const reader = createCalendarReader({ trusted: [origin] })
  const here = (url: string) => url.replace('https://calendar.test', origin)
  return { read: ({ source, ...work }) => reader.read({ ...work, source: { ...source, url: here(source.url) } }) }
}

let loaded: Promise<typeof BuiltSite> | undefined

/** Loaded once: a process of its own for each of the hundreds of sites is half of the work of the tests. */
function builtSite(): Promise<typeof BuiltSite> {
  // Libraries look at it when they are loaded.
  process.env.NODE_ENV = 'production'
  return (loaded ??= import(pathToFileURL(join(import.meta.dirname, '../../build/server/site.js')).href))
}

async function newPlaceOfSite(settings: Record<string, string>) {
  const port = settings.PORT ?? String(await freePort())
  const dataDir = settings.DATA_DIR ?? mkdtempSync(join(databaseFolder(), 'clinic-site-'))
  if (!settings.DATA_DIR && !settings.DATABASE_URL) await prepareDatabase(dataDir, settings)
  return { port, dataDir }
}

/**
 * PostgreSQL did not understand a statement, of which SQLite may have made sense. That is a fault of ours even where
 * somebody tried again later and the test went on.
 */
function noteMisunderstanding(output: string) {
  const logged = output.split('\n').find((line) => /"code":"42(601|702|803|804|883|P18)"/.test(line))
  if (logged) throw new Error(`the site said to its database what it does not understand:\n${logged}`)
}

export type SiteProcess = Awaited<ReturnType<typeof startSiteProcess>>

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Starts the server in a process of its own: for tests that kill it, fill its memory, or give it a preload. */
export async function startSiteProcess(settings: Record<string, string> = {}) {
  const { port, dataDir } = await newPlaceOfSite(settings)
  const process = runSite({ ...settings, PORT: port, DATA_DIR: dataDir })
  const output = collect(process)
  const ended = endOf(process)
  const url = `http://127.0.0.1:${port}`
  if (settings.WORKER !== 'only')
    await untilReady(url, process, output).catch((error: unknown) => {
      process.kill('SIGKILL')
      throw error
    })
  return {
    url,
    port,
    dataDir,
    process,
    /** Everything printed so far: logs and errors. */
    output: () => output.join(''),
    async stop({ keepData = false, signal = 'SIGTERM' as NodeJS.Signals } = {}) {
      process.kill(signal)
      const code = await ended
      if (!keepData) rmSync(dataDir, { recursive: true, force: true })
      noteMisunderstanding(output.join(''))
      return code
    },
  }
}

/** Runs the server as given and answers how it ended; for starts that must fail. */
export async function runToEnd(settings: Record<string, string>) {
  const process = runSite(settings)
  const output = collect(process)
  const code = await endOf(process)
  return { code, output: output.join('') }
}

function runSite(settings: Record<string, string>) {
  const { PATH = '', HOME = '' } = process.env
  return spawn(process.execPath, [...startFlags(), 'build/server/main.js'], {
    cwd: root,
    env: {
      PATH,
      HOME,
      NODE_ENV: 'production',
      ...startEnvironment(),
      PUBLIC_URL: `http://127.0.0.1:${settings.PORT}`,
      ...compileCache,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

function collect(process: ChildProcess) {
  const output: string[] = []
  for (const stream of [process.stdout, process.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => output.push(text))
  return output
}

/** Its code, once everything that it printed has been read as well. */
const endOf = (process: ChildProcess) =>
  new Promise<number | null>((resolve) => process.once('close', (code) => resolve(code)))

async function untilReady(url: string, process: ChildProcess, output: string[]) {
  // Long, for machines with much else to do.
  for (const deadline = Date.now() + 60_000; Date.now() < deadline;) {
    if (process.exitCode !== null || process.signalCode !== null)
      throw new Error(`the site did not start:\n${output.join('')}`)
    if (
      await fetch(`${url}/readyz`).then(
        (response) => response.ok,
        () => false,
      )
    )
      return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`the site is not ready:\n${output.join('')}`)
}
