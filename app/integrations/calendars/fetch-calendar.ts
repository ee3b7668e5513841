import {
  fetchOutside,
  type OutsideAnswer,
  type OutsideFailure,
  type OutsideOptions,
} from '#app/integrations/outside/fetch-outside.server.ts'
import type { CalendarFailure, CalendarSource, CalendarWork } from './calendar-work.ts'

/** Ends reading a calendar with a reason that its owner is told. */
export class CalendarError extends Error {
  readonly reason: CalendarFailure
  constructor(reason: CalendarFailure) {
    super(reason)
    this.reason = reason
  }
}

/** Of one answer. A calendar of 50,000 events has about 20 MB. */
const maxBytes = 40 * 1024 * 1024
/** Of one request. */
const timeoutMs = 15_000

type Asked = Pick<OutsideOptions, 'method' | 'body' | 'headers' | 'maxRedirects'>

/** Asks the server of a calendar; throws `CalendarError` for every answer that is none to work with. */
export function createFetchCalendar({ source, trusted }: Pick<CalendarWork, 'source' | 'trusted'>) {
  const authorization = basicAuthorization(source)
  return async (url: string, { headers, ...asked }: Asked) => {
    const answer = await fetchOutside(url, {
      ...asked,
      headers: { ...headers, ...authorization },
      httpsOnly: true,
      trusted,
      timeoutMs,
      maxBytes,
    })
    return checkAnswer(answer)
  }
}

function basicAuthorization({ user, password }: Pick<CalendarSource, 'user' | 'password'>): Record<string, string> {
  if (!user && !password) return {}
  const credentials = Buffer.from(`${user ?? ''}:${password ?? ''}`).toString('base64')
  return { authorization: `Basic ${credentials}` }
}

function checkAnswer(answer: OutsideAnswer) {
  if (!answer.ok) throw new CalendarError(failures[answer.reason])
  const { status } = answer
  if (status === 401 || status === 403) throw new CalendarError('sign-in')
  if (status === 404 || status === 410) throw new CalendarError('not-found')
  if (status >= 400) throw new CalendarError('bad-answer')
  return answer
}

const failures: Record<OutsideFailure, CalendarFailure> = {
  'bad-url': 'bad-answer',
  'refused-address': 'refused-address',
  'not-https': 'not-https',
  unreachable: 'unreachable',
  timeout: 'timeout',
  'too-large': 'too-large',
  'too-many-redirects': 'too-many-redirects',
  garbled: 'bad-answer',
}
