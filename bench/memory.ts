import { untilCached } from './cached.ts'
import { atMost, forInformation, type Outcome } from './figure.ts'
import { sendLoad } from './load.ts'
import { usageOf } from './process-usage.ts'
import { startSite } from './site.ts'
import { uncachedLoad } from './uncached.ts'

const cachedLoad = { path: '/', headers: { 'Accept-Encoding': 'br' } }

/** What the process holds after much work; all of it in one process, so that nothing is forgotten in between. */
export async function memory(): Promise<Outcome> {
  const site = await startSite()
  const resident = () => usageOf(site.pid).residentMb
  try {
    await untilCached(`${site.url}/`)
    const atStart = resident()
    await sendLoad(site, cachedLoad, { requests: 10_000 })
    const afterFirst = resident()
    await sendLoad(site, cachedLoad, { requests: 90_000 })
    const afterCached = resident()
    await sendLoad(site, uncachedLoad, { requests: 20_000 })
    const afterUncached = resident()
    return {
      figures: [
        forInformation({ name: 'Memory when ready', value: atStart, unit: 'MB' }),
        atMost(30, {
          name: 'Memory growth from 10,000 to 100,000 cached requests',
          value: afterCached - afterFirst,
          unit: 'MB',
          digits: 1,
        }),
        atMost(200, { name: 'Memory after 100,000 cached requests', value: afterCached, unit: 'MB', digits: 1 }),
        atMost(300, { name: 'Memory after 20,000 rendered pages more', value: afterUncached, unit: 'MB', digits: 1 }),
      ],
      details: { atStart, afterFirst, afterCached, afterUncached },
    }
  } finally {
    await site.stop()
  }
}
