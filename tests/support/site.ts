import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import type { Database } from '#app/database/connection.server.ts'
import type { BookingContent } from '#app/domain/booking/booking-content.ts'
import { type CalendarReader, createCalendarReader } from '#app/integrations/calendars/calendar-reader.server.ts'
import type * as BuiltSite from '#server/site.ts'
import { freePort } from './connections.ts'
import { databaseFolder } from './memory.ts'
import { prepareDatabase } from './prepared-database.ts'

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

export async function newPlaceOfSite(settings: Record<string, string>) {
  const port = settings.PORT ?? String(await freePort())
  const dataDir = settings.DATA_DIR ?? mkdtempSync(join(databaseFolder(), 'clinic-site-'))
  if (!settings.DATA_DIR && !settings.DATABASE_URL) await prepareDatabase(dataDir, settings)
  return { port, dataDir }
}

/**
 * PostgreSQL did not understand a statement, of which SQLite may have made sense. That is a fault of ours even where
 * somebody tried again later and the test went on.
 */
export function noteMisunderstanding(output: string) {
  const logged = output.split('\n').find((line) => /"code":"42(601|702|803|804|883|P18)"/.test(line))
  if (logged) throw new Error(`the site said to its database what it does not understand:\n${logged}`)
}
