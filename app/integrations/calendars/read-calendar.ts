import { type BusyTimes, readBusyTimes, type ReadOptions } from './busy-times.ts'
import { fetchEvents, findCalendars } from './caldav.ts'
import type { CalendarRead, CalendarWork } from './calendar-work.ts'
import { CalendarError, createFetchCalendar, OtherServer } from './fetch-calendar.ts'
import { mergeIntervals } from './merge-intervals.ts'

/** Reads when the owner of a calendar is busy. A failure is a value. */
export async function readCalendar(work: CalendarWork): Promise<CalendarRead> {
  try {
    return work.source.kind === 'ics' ? await readFile(work) : await readServer(work)
  } catch (error) {
    if (error instanceof OtherServer) return { ok: false, reason: 'other-server', origin: error.origin }
    return { ok: false, reason: error instanceof CalendarError ? error.reason : 'bad-answer' }
  }
}

async function readFile({ source, validator, ...work }: CalendarWork): Promise<CalendarRead> {
  const ask = createFetchCalendar({ source, ...work })
  const answer = await ask(source.url, { headers: validator ? { 'if-none-match': validator } : undefined })
  if (answer.status === 304) return { ok: true, unchanged: true }
  return { ok: true, ...readText(answer.body, toOptions(work)), validator: answer.headers.etag }
}

async function readServer({ validator: known, ...work }: CalendarWork): Promise<CalendarRead> {
  const ask = createFetchCalendar(work)
  const { urls, validator, calendars } = await findCalendars(work, ask)
  if (validator !== undefined && validator === known) return { ok: true, unchanged: true, calendars }
  const read: BusyTimes[] = []
  for (const url of urls) for await (const event of fetchEvents(url, ask)) read.push(readEvent(event, toOptions(work)))
  return {
    ok: true,
    busy: mergeIntervals(read.flatMap(({ busy }) => busy)),
    oddities: [...new Set(read.flatMap(({ oddities }) => oddities))].sort(),
    validator,
    calendars,
  }
}

const toOptions = ({ within, timeZone }: Pick<CalendarWork, 'within' | 'timeZone'>): ReadOptions => ({
  within,
  timeZone,
  isOurs: (uid) => ourUid.test(uid),
})

/** Of appointments and blocks in the feed of the clinic and in emails to patients. */
const ourUid = /^(?:appointment|block)-[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}(?:@|$)/

/** One of an account's, which loses no other. */
function readEvent(text: string, options: ReadOptions): BusyTimes {
  try {
    return readBusyTimes(text, options)
  } catch {
    return { busy: [], oddities: ['unreadable-event'] }
  }
}

function readText(text: string | Uint8Array, options: ReadOptions) {
  try {
    return readBusyTimes(text, options)
  } catch {
    throw new CalendarError('not-a-calendar')
  }
}
