import { atMost, forInformation, median, medianOf, type Outcome } from './figure.ts'
import type { Deps } from './deps.ts'
import { newFolder, startSite } from './site.ts'

/** From the start of `node scripts/start.ts`, already built, to the first 200 of /readyz. */
export async function start({ quick }: Deps): Promise<Outcome> {
  const rounds = quick ? 3 : 5
  const fresh: Start[] = []
  const existing: Start[] = []
  for (let round = 0; round < rounds; round += 1) {
    const folder = newFolder()
    fresh.push(await startAndStop(folder, { keepFolder: true }))
    existing.push(await startAndStop(folder))
  }
  const ms = { unit: 'ms', from: medianOf(rounds, 'starts') }
  return {
    figures: [
      atMost(1000, { name: 'Ready with an empty data folder', value: median(fresh.map(({ ready }) => ready)), ...ms }),
      atMost(1000, {
        name: 'Ready with an existing database',
        value: median(existing.map(({ ready }) => ready)),
        ...ms,
      }),
      forInformation({ name: 'Ready: processor time used', value: median(existing.map(({ cpu }) => cpu)), ...ms }),
    ],
    details: { fresh, existing },
  }
}

type Start = { ready: number; cpu: number }

async function startAndStop(folder: string, { keepFolder = false } = {}): Promise<Start> {
  const site = await startSite({ folder })
  await site.stop({ keepFolder })
  return { ready: site.readyMs, cpu: site.readyCpuMs }
}
