import { duel, figuresOfDuel } from './duel.ts'
import { fetchExactly } from './fetch-exactly.ts'
import type { Outcome } from './figure.ts'
import type { Deps } from './deps.ts'
import { startReference } from './reference.ts'
import { startSite } from './site.ts'

const load = { path: '/', headers: { 'Accept-Encoding': 'br' } }

/** The home page from the page cache against the same bytes from a constant response. */
export async function cached({ quick }: Deps): Promise<Outcome> {
  const site = await startSite()
  try {
    await untilCached(`${site.url}/`)
    const reference = await startReference(new URL('./reference-server.ts', import.meta.url), `${site.url}/`)
    try {
      await mustBeAlike(site.url, reference.url)
      const rounds = await duel({ site, reference, load, quick })
      const comparedWith = 'the same head and bytes from a bare node:http server'
      return {
        figures: figuresOfDuel('Home page from cache', { least: 0.75, rounds, unit: 'requests', comparedWith }),
        details: { rounds },
      }
    } finally {
      await reference.stop()
    }
  } finally {
    await site.stop()
  }
}

/** Only a stored page has an ETag. */
export async function untilCached(url: string) {
  for (let tries = 0; tries < 100; tries += 1) {
    const { headers } = await fetchExactly(url, load.headers)
    if (headers.etag) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('the home page does not get into the page cache')
}

async function mustBeAlike(siteUrl: string, referenceUrl: string) {
  const [ours, theirs] = await Promise.all([siteUrl, referenceUrl].map((url) => fetchExactly(`${url}/`, load.headers)))
  const withoutDate = (rawHeaders: string[] = []) => rawHeaders.join('\n').replace(/^date\n.*$/im, '')
  if (
    !ours?.body.equals(theirs?.body ?? Buffer.alloc(0)) ||
    withoutDate(ours.rawHeaders) !== withoutDate(theirs?.rawHeaders)
  )
    throw new Error('site and reference do not answer the same bytes')
}
