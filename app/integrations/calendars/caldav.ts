import { calendarMultiGet, createAccount, type DAVCalendar, type DAVResponse, fetchCalendars, propfind } from 'tsdav'
import { createHash } from 'node:crypto'
import { isDeepXml } from '#app/integrations/outside/deep-xml.ts'
import type { AccountCalendar, CalendarChoice, CalendarWork } from './calendar-work.ts'
import { CalendarError, type createFetchCalendar } from './fetch-calendar.ts'

export type FoundCalendars = {
  /** Of those to read. */
  urls: string[]
  /** Undefined if a server says of one of them nothing that changes with it. */
  validator: string | undefined
  /** All of the account; undefined if the address is that of one calendar. */
  calendars: AccountCalendar[] | undefined
}

type FetchCalendar = ReturnType<typeof createFetchCalendar>

/** The calendar at an address, or the chosen calendars with events of the account there. */
export async function findCalendars(
  { source: { url }, choice }: Pick<CalendarWork, 'source' | 'choice'>,
  ask: FetchCalendar,
): Promise<FoundCalendars> {
  const fetch = asFetch(ask)
  const [self] = await propfind({ url, props: stateProps, depth: '0', fetch }).catch((error: unknown) => {
    // The start of a server may be nothing; discovery leads on from there.
    if (error instanceof CalendarError && error.reason === 'not-found' && new URL(url).pathname === '/') return []
    throw error
  })
  if (isCalendar(self)) return { ...toRead([{ url, ...stateOf(self) }]), calendars: undefined }
  const found = await calendarsOfAccount(url, fetch)
  if (found.length === 0) throw new CalendarError('no-calendar')
  const calendars = found.map((calendar) => ({ url: calendar.url, name: nameOf(calendar) }))
  if (JSON.stringify(calendars).length > mostNames) throw new CalendarError('too-large')
  return { ...toRead(found.filter((calendar) => isChosen(calendar.url, choice))), calendars }
}

/** Bytes of an account's names and addresses, which are stored. */
const mostNames = 100_000

const isChosen = (url: string, choice: CalendarChoice = { except: [] }) =>
  'only' in choice ? choice.only.includes(url) : !choice.except.includes(url)

function toRead(calendars: Pick<DAVCalendar, 'url' | 'ctag' | 'syncToken'>[]) {
  const states = calendars.map(({ url, ctag, syncToken }) => [url, ctag ?? syncToken] as const).sort()
  const isKnown = states.every(([, state]) => state)
  // A hash, because it is stored as it is, and the addresses are private.
  const validator = isKnown ? createHash('sha256').update(JSON.stringify(states)).digest('base64url') : undefined
  return { urls: states.map(([url]) => url), validator }
}

/** Some servers give a calendar no name but its address. */
function nameOf({ url, displayName }: DAVCalendar) {
  const segment = new URL(url).pathname.split('/').findLast(Boolean) ?? url
  return (textOf(displayName)?.trim() || segment).slice(0, 200)
}

const stateProps = { 'd:resourcetype': {}, 'cs:getctag': {}, 'd:sync-token': {} }

const isCalendar = (answer: DAVResponse | undefined) => 'calendar' in Object(answer?.props?.resourcetype)

const stateOf = (answer: DAVResponse | undefined): Pick<DAVCalendar, 'ctag' | 'syncToken'> => ({
  ctag: textOf(answer?.props?.getctag),
  syncToken: textOf(answer?.props?.syncToken),
})

const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : undefined)

async function calendarsOfAccount(serverUrl: string, fetch: typeof globalThis.fetch) {
  const account = await createAccount({ account: { serverUrl, accountType: 'caldav' }, fetch })
  const calendars = await fetchCalendars({ account, fetch })
  return calendars.filter(({ components = [] }) => components.length === 0 || components.includes('VEVENT'))
}

/** How many events one request asks for. */
const batch = 100

/**
 * The events of a calendar, each a calendar of its own (RFC 4791, 4.1). All of them: what the server would choose by time
 * may leave out a series.
 */
export async function* fetchEvents(url: string, ask: FetchCalendar): AsyncGenerator<string> {
  const fetch = asFetch(ask)
  const listed = await propfind({ url, props: { 'd:getetag': {}, 'd:resourcetype': {} }, depth: '1', fetch })
  const hrefs = listed
    .filter((answer) => answer.href && !('collection' in Object(answer.props?.resourcetype)))
    .map(({ href }) => new URL(href!, url).pathname)
  for (let index = 0; index < hrefs.length; index += batch) {
    const objectUrls = hrefs.slice(index, index + batch)
    const props = { 'c:calendar-data': {} }
    for (const { props: found } of await calendarMultiGet({ url, props, objectUrls, depth: '1', fetch })) {
      const data: unknown = found?.calendarData?._cdata ?? found?.calendarData
      if (typeof data === 'string') yield data
    }
  }
}

/** What the library takes for the network. */
const asFetch =
  (ask: FetchCalendar): typeof globalThis.fetch =>
  async (input, { method, headers, body, redirect } = {}) => {
    const answer = await ask(input instanceof Request ? input.url : String(input), {
      ...(method && { method }),
      headers: Object.fromEntries(new Headers(headers)),
      ...(typeof body === 'string' && { body }),
      ...(redirect === 'manual' && { maxRedirects: 0 }),
    })
    const found = Object.entries(answer.headers).flatMap(([name, value]): [string, string][] =>
      // It was unpacked.
      value === undefined || name === 'content-encoding' ? [] : [[name, String(value)]],
    )
    if (isDeepXml(answer.body.toString())) throw new CalendarError('bad-answer')
    const hasBody = ![204, 205, 304].includes(answer.status)
    return new Response(hasBody ? new Uint8Array(answer.body) : null, { status: answer.status, headers: found })
  }
