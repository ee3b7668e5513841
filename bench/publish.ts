import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { formWith } from '#tests/support/visitor.ts'
import { untilCached } from './cached.ts'
import type { Deps } from './deps.ts'
import { fetchExactly } from './fetch-exactly.ts'
import { atMost, type Outcome } from './figure.ts'
import { startSite } from './site.ts'

const editor = '/admin/pages/home'

/** A sentence of the home page is published in one of two processes on one PostgreSQL; both have the page in their cache. */
export async function publish({ quick, newPostgres }: Deps): Promise<Outcome> {
  const times = quick ? 5 : 30
  const settings = {
    ...adminSettings,
    ABUSE_LIMITS: 'off',
    DATABASE_URL: await newPostgres(),
    SESSION_SECRET: randomBytes(32).toString('hex'),
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  }
  const all = [await startSite({ settings }), await startSite({ settings })]
  try {
    const [here, there] = all as [Site, Site]
    const admin = await signInAsAdmin(here)
    const taken: { here: number; there: number }[] = []
    for (let count = 1; count <= times; count += 1) {
      for (const { url } of all) await untilCached(`${url}/`)
      const lead = `Sentence ${count} of the clinic.`
      const { fields } = formWith(await (await admin.get(editor)).text(), 'lead')
      const { status } = await admin.post(editor, { ...fields, lead, intent: 'publish' })
      if (status !== 303) throw new Error(`publishing was answered ${status}`)
      const publishedAt = performance.now()
      const [first, second] = await Promise.all([here, there].map((site) => untilShown(site, lead, publishedAt)))
      taken.push({ here: first!, there: second! })
    }
    const longest = (where: 'here' | 'there') => Math.max(...taken.map((one) => one[where]))
    const rest = { unit: 'ms', from: `the longest of ${times}` }
    return {
      figures: [
        atMost(1_000, {
          name: 'A published sentence is on the page: the process that published it',
          value: longest('here'),
          ...rest,
        }),
        atMost(1_000, { name: 'The same: another process', value: longest('there'), ...rest }),
      ],
      details: { taken },
    }
  } finally {
    for (const site of all) await site.stop()
  }
}

type Site = Awaited<ReturnType<typeof startSite>>

/** Milliseconds since it was published. */
async function untilShown({ url }: Site, text: string, publishedAt: number) {
  while (performance.now() - publishedAt < 30_000) {
    const { body } = await fetchExactly(`${url}/`, {})
    if (body.includes(text)) return performance.now() - publishedAt
    await pause(10)
  }
  throw new Error('a published text is not shown')
}
