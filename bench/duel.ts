import { type Figure, forInformation, median, ofReference } from './figure.ts'
import { type Load, type Target, sendLoad } from './load.ts'

type Duel = { site: Target; reference: Target; load: Load; rounds: number; seconds: number }
type Round = { site: Awaited<ReturnType<typeof sendLoad>>; reference: Awaited<ReturnType<typeof sendLoad>> }

/** Site and reference in turn under the same load: what disturbs the machine for a minute disturbs both. */
export async function duel({ site, reference, load, rounds, seconds }: Duel) {
  for (const target of [site, reference]) await sendLoad(target, load, { seconds: 3 })
  const results: Round[] = []
  for (let round = 0; round < rounds; round += 1)
    results.push({
      site: await sendLoad(site, load, { seconds }),
      reference: await sendLoad(reference, load, { seconds }),
    })
  return results
}

/**
 * Two ratios. Requests a second are what the goal speaks of, but where the client is slower than the server they say
 * how fast the client is. Requests per second of the server's own CPU time have no such ceiling: the strict figure.
 */
export function figuresOfDuel(name: string, least: number, rounds: Round[], unit: string): Figure[] {
  const figure = (label: string, of: 'perSecond' | 'perCpuSecond') =>
    ofReference(least, {
      name: `${name}, ${label}`,
      value: median(rounds.map(({ site }) => site[of])),
      reference: median(rounds.map(({ reference }) => reference[of])),
      ratio: median(rounds.map(({ site, reference }) => site[of] / reference[of])),
      unit,
    })
  const percent = (whose: 'site' | 'reference') => ({
    name: `${name}: core used by the ${whose} meanwhile`,
    value: 100 * median(rounds.map((round) => round[whose].coreShare)),
    unit: '%',
  })
  return [
    figure('per second', 'perSecond'),
    figure('per second of CPU', 'perCpuSecond'),
    forInformation(percent('site')),
    forInformation(percent('reference')),
  ]
}
