import { type Figure, forInformation, median, medianOf, ofReference } from './figure.ts'
import { type Load, type Target, sendLoad } from './load.ts'

type Duel = { site: Target; reference: Target; load: Load; quick: boolean }

/** The result of one side in one round. */
type Turn = { perSecond: number; perCpuSecond: number; coreShare: number }
type Round = { site: Turn; reference: Turn }

/** Site and reference in turn under the same load: what disturbs the machine for a minute disturbs both. */
export async function duel({ site, reference, load, quick }: Duel) {
  const [rounds, seconds] = quick ? [2, 1] : [5, 3]
  for (const target of [site, reference]) await sendLoad(target, load, { seconds: quick ? 1 : 2 })
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
export function figuresOfDuel(
  name: string,
  { least, rounds, ...rest }: { least: number; rounds: Round[]; unit: string; comparedWith: string },
): Figure[] {
  const figure = (label: string, of: 'perSecond' | 'perCpuSecond') =>
    ofReference(least, {
      name: `${name}, ${label}`,
      rounds: rounds.map(({ site, reference }) => ({ measured: site[of], reference: reference[of] })),
      ...rest,
    })
  const share = (whose: 'site' | 'reference') =>
    forInformation({
      name: `${name}: core used by the ${whose} meanwhile`,
      value: 100 * median(rounds.map((round) => round[whose].coreShare)),
      unit: '%',
      from: medianOf(rounds.length, 'rounds'),
    })
  return [
    figure('per second', 'perSecond'),
    figure('per second of CPU', 'perCpuSecond'),
    share('site'),
    share('reference'),
  ]
}
