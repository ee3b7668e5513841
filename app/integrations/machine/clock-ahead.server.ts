import { fetchOutside } from '#app/integrations/outside/fetch-outside.server.ts'

/**
 * How far this machine's clock is ahead of a server's, in milliseconds, by the Date of any of its answers (RFC 9110,
 * 6.6.1); undefined if it has none or does not answer.
 */
export async function clockAhead(origin: string): Promise<number | undefined> {
  const asked = Date.now()
  const options = { method: 'HEAD', trusted: [origin], maxRedirects: 0, timeoutMs: 5_000, maxBytes: 65_536 }
  const answer = await fetchOutside(origin, options)
  const theirs = answer.ok ? Date.parse(answer.headers.date ?? '') : Number.NaN
  return Number.isNaN(theirs) ? undefined : Math.round((asked + Date.now()) / 2 - theirs)
}
