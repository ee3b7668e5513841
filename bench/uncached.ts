import { duel, figuresOfDuel } from './duel.ts'
import { fetchExactly } from './fetch-exactly.ts'
import type { Outcome } from './figure.ts'
import type { Deps } from './deps.ts'
import { startReference } from './reference.ts'
import { startSite } from './site.ts'

/** A query keeps a page out of the page cache; no Accept-Encoding, so that nothing is compressed. */
export const uncachedLoad = { path: '/?bench=1', headers: {} }

/** The home page rendered for every request against renderToString of the same tree and nothing else. */
export async function uncached({ quick }: Deps): Promise<Outcome> {
  const site = await startSite()
  try {
    const page = `${site.url}${uncachedLoad.path}`
    const reference = await startReference(
      new URL('./reference-render.ts', import.meta.url),
      page,
      `${site.folder}/reference`,
    )
    try {
      await mustBeAlike(page, `${reference.url}/`)
      const rounds = await duel({ site, reference, load: uncachedLoad, quick })
      const comparedWith = 'renderToString of the same page by the same React, on a bare node:http server'
      return {
        figures: figuresOfDuel('Home page rendered', { least: 0.55, rounds, unit: 'pages', comparedWith }),
        details: { rounds },
      }
    } finally {
      await reference.stop()
    }
  } finally {
    await site.stop()
  }
}

async function mustBeAlike(ours: string, theirs: string) {
  const [page, reference] = await Promise.all([fetchExactly(ours), fetchExactly(theirs)])
  // The site puts the styles in after rendering; the reference renders an empty element.
  const rendered = page.body.toString().replace(/<style>.*?<\/style>/s, '<style></style>')
  if (page.headers.etag || rendered !== reference.body.toString())
    throw new Error('the reference does not render the same page')
}
