import { seedOf } from './chance.ts'
import type { Done, Plan } from './progress.ts'
import type { SuiteName } from './suite.ts'
import { takesPart, type Variant, variants } from './variants.ts'

export type Stretch = { suite: SuiteName; variant: Variant; number: number; rounds: number; seed: number }

/**
 * After so many rounds a variant begins anew on an empty database, and its result is kept. Few at first, so that a run
 * of minutes has been everywhere.
 */
const roundsOf = (number: number) => (number === 0 ? 2 : number === 1 ? 3 : 10)

/**
 * What is still to be done of a plan. Variants take turns, so that a run that ends early has been everywhere; the seed
 * of a stretch depends on nothing but the run's seed and its own name.
 */
export function stretchesOf({ seed, rounds, suites, variants: names }: Omit<Plan, 'begun' | 'machine'>, done: Done[]) {
  const chosen = variants.filter(({ name }) => names.includes(name))
  const all: Stretch[] = []
  for (let number = 0, begun = 0; begun < rounds; begun += roundsOf(number), number += 1)
    for (const variant of chosen)
      for (const suite of suites.filter((one) => takesPart(one, variant)))
        all.push({
          suite,
          variant,
          number,
          rounds: Math.min(roundsOf(number), rounds - begun),
          seed: seedOf(seed, `${suite} ${variant.name} ${number}`),
        })
  return all.filter(
    ({ suite, variant, number }) =>
      !done.some((one) => one.suite === suite && one.variant === variant.name && one.stretch === number),
  )
}
