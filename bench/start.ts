import { atMost, median, type Outcome } from './figure.ts'
import { newFolder, startSite } from './site.ts'

const rounds = 5

/** From the start of `node scripts/start.ts`, already built, to the first 200 of /readyz. */
export async function start(): Promise<Outcome> {
  const fresh: number[] = []
  const existing: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const folder = newFolder()
    fresh.push(await msUntilReady(folder, { keepFolder: true }))
    existing.push(await msUntilReady(folder))
  }
  return {
    figures: [
      atMost(1000, { name: 'Ready with an empty data folder', value: median(fresh), unit: 'ms' }),
      atMost(1000, { name: 'Ready with an existing database', value: median(existing), unit: 'ms' }),
    ],
    details: { fresh, existing },
  }
}

async function msUntilReady(folder: string, { keepFolder = false } = {}) {
  const site = await startSite({ folder })
  await site.stop({ keepFolder })
  return site.readyMs
}
