import {
  fetchOutside,
  type OutsideAnswer,
  type OutsideFailure,
  type OutsideOptions,
} from '#app/integrations/outside/fetch-outside.server.ts'
import type { CalendarFailure, CalendarSource, CalendarWork } from './calendar-work.ts'

/** Ends reading a calendar with a reason that its owner is told. */
export class CalendarError extends Error {
  readonly reason: Exclude<CalendarFailure, 'other-server'>
  constructor(reason: CalendarError['reason']) {
    super(reason)
    this.reason = reason
  }
}

/** Ends it with a question: whether that server may have the password. */
export class OtherServer extends Error {
  readonly origin: string
  constructor(origin: string) {
    super(origin)
    this.origin = origin
  }
}

/** Of one answer. A calendar of 50,000 events has about 20 MB. */
const maxBytes = 40 * 1024 * 1024
/** Of one request. */
const timeoutMs = 15_000

type Asked = Pick<OutsideOptions, 'method' | 'body' | 'headers' | 'maxRedirects'>

/**
 * Asks the server of a calendar; throws `CalendarError` for every answer that is none to work with. The password goes to
 * the origin that was entered, and to those that the calendar's owner allowed: what a redirect or an answer names is
 * another server's word.
 */
export function createFetchCalendar({ source, trusted }: Pick<CalendarWork, 'source' | 'trusted'>) {
  const authorization = basicAuthorization(source)
  const allowed = new Set([new URL(source.url).origin, ...(source.alsoTo ?? [])])
  async function ask(url: string, { headers, ...asked }: Asked) {
    const { origin } = new URL(url)
    const answer = await fetchOutside(url, {
      ...asked,
      headers: { ...headers, ...(allowed.has(origin) && authorization) },
      httpsOnly: true,
      trusted,
      timeoutMs,
      maxBytes,
    })
    if (authorization && answer.ok && isSignIn(answer)) {
      const { origin: answering } = new URL(answer.url)
      if (!allowed.has(answering)) throw new OtherServer(answering)
      // A redirect led to a server that may have the password, and carried none.
      if (answering !== origin) return ask(answer.url, { headers, ...asked })
    }
    return checkAnswer(answer)
  }
  return ask
}

const isSignIn = ({ status }: { status: number }) => status === 401 || status === 403

function basicAuthorization({ user, password }: Pick<CalendarSource, 'user' | 'password'>) {
  if (!user && !password) return undefined
  const credentials = Buffer.from(`${user ?? ''}:${password ?? ''}`).toString('base64')
  return { authorization: `Basic ${credentials}` }
}

function checkAnswer(answer: OutsideAnswer) {
  if (!answer.ok) throw new CalendarError(failures[answer.reason])
  const { status } = answer
  if (isSignIn(answer)) throw new CalendarError('sign-in')
  if (status === 404 || status === 410) throw new CalendarError('not-found')
  if (status >= 400) throw new CalendarError('bad-answer')
  return answer
}

const failures: Record<OutsideFailure, CalendarError['reason']> = {
  'bad-url': 'bad-answer',
  'refused-address': 'refused-address',
  'not-https': 'not-https',
  unreachable: 'unreachable',
  'expired-certificate': 'unreachable',
  timeout: 'timeout',
  'too-large': 'too-large',
  'too-many-redirects': 'too-many-redirects',
  garbled: 'bad-answer',
}
