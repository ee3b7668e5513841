import { fetchOutside } from './fetch-outside.server.ts'

/** `text`: the beginning of what it says, when that is not too long. */
type Visited = { ok: true; status: number; text: string } | { ok: false }

export type VisitPage = (address: string) => Promise<Visited>

const timeoutMs = 4_000
const mostBytes = 1024 * 1024

/** Looks whether a page answers. `ownOrigin` may be anywhere, this machine included. */
export function createPageVisits(ownOrigin: string): VisitPage {
  return async (address) => {
    const answer = await fetchOutside(address, { trusted: [ownOrigin], timeoutMs, mostBytes })
    if (answer.ok) return { ok: true, status: answer.status, text: answer.body.toString('utf8') }
    // It is there, whatever it is that nobody should read to its end.
    return answer.reason === 'too-large' ? { ok: true, status: 200, text: '' } : { ok: false }
  }
}
