import { untilCached } from './cached.ts'
import { atMost, forInformation, type Outcome } from './figure.ts'
import { sendLoad } from './load.ts'
import type { Deps } from './deps.ts'
import { readUsage } from './process-usage.ts'
import { startSite } from './site.ts'
import { uncachedLoad } from './uncached.ts'

const cachedLoad = { path: '/', headers: { 'Accept-Encoding': 'br' } }

/** Memory of the site after much work; all in one process, so that no memory is released by a restart. */
export async function memory({ quick }: Deps): Promise<Outcome> {
  const [first, cached, rendered] = quick ? [1_000, 10_000, 2_000] : [10_000, 100_000, 20_000]
  const [firstInWords, cachedInWords, renderedInWords] = [first, cached, rendered].map((n) => n.toLocaleString('en-US'))
  const from = 'one process'
  const megabytes = { unit: 'MB', digits: 1, from }
  const site = await startSite()
  const resident = () => readUsage(site.pid).residentMb
  try {
    await untilCached(`${site.url}/`)
    const atStart = resident()
    await sendLoad(site, cachedLoad, { requests: first })
    const afterFirst = resident()
    await sendLoad(site, cachedLoad, { requests: cached - first })
    const afterCached = resident()
    await sendLoad(site, uncachedLoad, { requests: rendered })
    const afterUncached = resident()
    return {
      figures: [
        forInformation({ name: 'Memory when ready', value: atStart, unit: 'MB', from }),
        atMost(30, {
          name: `Memory growth from ${firstInWords} to ${cachedInWords} cached requests`,
          value: afterCached - afterFirst,
          ...megabytes,
        }),
        atMost(200, { name: `Memory after ${cachedInWords} cached requests`, value: afterCached, ...megabytes }),
        atMost(320, {
          name: `Memory after ${renderedInWords} rendered pages more`,
          value: afterUncached,
          ...megabytes,
        }),
      ],
      details: { atStart, afterFirst, afterCached, afterUncached },
    }
  } finally {
    await site.stop()
  }
}
