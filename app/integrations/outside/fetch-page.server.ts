import { fetchOutside, type OutsideFailure } from './fetch-outside.server.ts'

/**
 * `url`: after redirects. `text`: the body, empty if that is too long. `framing`: the headers that restrict framing.
 * `isPictureForAll`: a picture that the pages of other websites may show.
 */
type PageResult =
  | { ok: true; status: number; url: string; text: string; framing: Framing; isPictureForAll: boolean }
  | { ok: false; reason: OutsideFailure }

export type Framing = { xFrameOptions: string; contentSecurityPolicy: string }

/** `referrer`: for services whose keys are restricted to a website. */
export type FetchPage = (address: string, options?: { referrer?: string }) => Promise<PageResult>

const timeoutMs = 4_000
const maxBytes = 1024 * 1024

/** Pages of the `trusted` origins may be in a private network. */
export function createPageFetcher(trusted: string[]): FetchPage {
  return async (address, { referrer } = {}) => {
    const headers = referrer === undefined ? undefined : { referer: referrer }
    const answer = await fetchOutside(address, { trusted, headers, timeoutMs, maxBytes })
    if (!answer.ok && answer.reason !== 'too-large') return answer
    // The page exists, even if it is too large to read.
    const tooLarge = { status: 200, url: address, headers: undefined, body: '' }
    const { status, url, headers: found, body } = answer.ok ? answer : tooLarge
    const framing = {
      xFrameOptions: String(found?.['x-frame-options'] ?? ''),
      contentSecurityPolicy: String(found?.['content-security-policy'] ?? ''),
    }
    const isPicture = found === undefined || String(found['content-type']).startsWith('image/')
    const isPictureForAll = isPicture && !/same-(?:origin|site)/.test(String(found?.['cross-origin-resource-policy']))
    return { ok: true, status, url, text: body.toString(), framing, isPictureForAll }
  }
}
