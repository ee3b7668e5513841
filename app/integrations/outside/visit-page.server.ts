import { fetchOutside, type OutsideFailure } from './fetch-outside.server.ts'

/**
 * `text`: the beginning of what it says, when that is not too long. `framing`: what its headers say about pages that
 * show it in a frame.
 */
type Visited = { ok: true; status: number; text: string; framing: Framing } | { ok: false; reason: OutsideFailure }

export type Framing = { xFrameOptions: string; contentSecurityPolicy: string }

/** `referrer`: the page it is visited from, for services whose keys are restricted to a website. */
export type VisitPage = (address: string, options?: { referrer?: string }) => Promise<Visited>

const timeoutMs = 4_000
const mostBytes = 1024 * 1024

/** Looks whether a page answers. Pages of the `trusted` origins may be anywhere, this machine included. */
export function createPageVisits(trusted: string[]): VisitPage {
  return async (address, { referrer } = {}) => {
    const headers = referrer === undefined ? undefined : { referer: referrer }
    const answer = await fetchOutside(address, { trusted, headers, timeoutMs, mostBytes })
    if (answer.ok) {
      const framing = {
        xFrameOptions: String(answer.headers['x-frame-options'] ?? ''),
        contentSecurityPolicy: String(answer.headers['content-security-policy'] ?? ''),
      }
      return { ok: true, status: answer.status, text: answer.body.toString('utf8'), framing }
    }
    // It is there, whatever it is that nobody should read to its end.
    return answer.reason === 'too-large'
      ? { ok: true, status: 200, text: '', framing: { xFrameOptions: '', contentSecurityPolicy: '' } }
      : answer
  }
}
