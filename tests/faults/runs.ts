import { deriveSeed } from './chance.ts'
import type { Done, Plan } from './progress.ts'
import type { SuiteName } from './suite.ts'
import { takesPart, type Variant, variants } from './variants.ts'

export type Run = { suite: SuiteName; variant: Variant; number: number; rounds: number; seed: number }

/**
 * How many rounds a run has before the variant restarts on an empty database and its result is saved. The first runs are
 * short, so that even a few minutes cover every variant.
 */
const roundsInRun = (number: number) => (number === 0 ? 2 : number === 1 ? 3 : 10)

/**
 * The runs of a plan that are not done yet. Variants alternate, so that every variant is covered even if the torture
 * stops early. The seed of a run depends only on the plan's seed and on the suite, variant and number of the run.
 */
export function remainingRuns(
  { seed, rounds, suites, variants: names }: Omit<Plan, 'begun' | 'machine'>,
  done: Done[],
) {
  const chosen = variants.filter(({ name }) => names.includes(name))
  const all: Run[] = []
  for (let number = 0, begun = 0; begun < rounds; begun += roundsInRun(number), number += 1)
    for (const variant of chosen)
      for (const suite of suites.filter((one) => takesPart(one, variant)))
        all.push({
          suite,
          variant,
          number,
          rounds: Math.min(roundsInRun(number), rounds - begun),
          seed: deriveSeed(seed, `${suite} ${variant.name} ${number}`),
        })
  return all.filter(
    ({ suite, variant, number }) =>
      !done.some((one) => one.suite === suite && one.variant === variant.name && one.run === number),
  )
}
