import { atMost, forInformation, median, type Outcome } from './figure.ts'
import { newFolder, startSite } from './site.ts'

const rounds = 5

/** From the start of `node scripts/start.ts`, already built, to the first 200 of /readyz. */
export async function start(): Promise<Outcome> {
  const fresh: Start[] = []
  const existing: Start[] = []
  for (let round = 0; round < rounds; round += 1) {
    const folder = newFolder()
    fresh.push(await startAndStop(folder, { keepFolder: true }))
    existing.push(await startAndStop(folder))
  }
  const ms = { unit: 'ms' }
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
