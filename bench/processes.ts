import { randomBytes } from 'node:crypto'
import { besideReference, type Outcome } from './figure.ts'
import { sendLoad } from './load.ts'
import type { Deps } from './deps.ts'
import { startSite } from './site.ts'
import { uncachedLoad } from './uncached.ts'

/** Pages rendered by two processes on one PostgreSQL, against one of them by itself. The load needs a core as well. */
export async function processes({ quick, newPostgres }: Deps): Promise<Outcome> {
  const [rounds, seconds] = quick ? [2, 1] : [3, 2]
  const settings = {
    DATABASE_URL: await newPostgres(),
    SESSION_SECRET: randomBytes(32).toString('hex'),
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  }
  const all = [await startSite({ settings }), await startSite({ settings })]
  try {
    const send = (some: typeof all, time = seconds) =>
      Promise.all(some.map((site) => sendLoad(site, uncachedLoad, { seconds: time })))
    await send(all, 1)
    const results: { one: Taken; both: Taken }[] = []
    for (let round = 0; round < rounds; round += 1)
      results.push({ one: sum(await send(all.slice(0, 1))), both: sum(await send(all)) })
    const figure = (label: string, of: keyof Taken) =>
      besideReference({
        name: `Home page rendered by two processes on one PostgreSQL, ${label}`,
        rounds: results.map(({ one, both }) => ({ measured: both[of], reference: one[of] })),
        unit: 'pages',
        comparedWith: 'one of the two by itself, on the same machine as the client',
      })
    return {
      figures: [figure('per second', 'perSecond'), figure('per second of CPU', 'perCpuSecond')],
      details: { results },
    }
  } finally {
    for (const site of all) await site.stop()
  }
}

type Taken = { perSecond: number; perCpuSecond: number }

/** Adds up both processes, including their processor time. */
function sum(parts: (Taken & { coreShare: number })[]): Taken {
  const perSecond = parts.reduce((total, part) => total + part.perSecond, 0)
  return { perSecond, perCpuSecond: perSecond / parts.reduce((total, { coreShare }) => total + coreShare, 0) }
}
