/** One line of the table. The words are for people; `numbers` is what the JSON keeps to compare runs by. */
export type Figure = {
  name: string
  measured: string
  reference?: string
  ratio?: number
  goal?: string
  /** Undefined for figures without a goal. */
  met?: boolean
  /** How many measurements it is based on, and how they are combined. */
  from: string
  /** What the reference is. */
  comparedWith?: string
  numbers: Record<string, number>
}

/** The result of a benchmark: its figures, and details that help to improve those that missed their goal. */
export type Outcome = { figures: Figure[]; remarks?: string[]; details?: unknown }

type Amount = { name: string; value: number; unit: string; digits?: number; from: string }

const shown = (value: number, unit: string, digits = 0) =>
  `${value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })} ${unit}`

export function atMost(limit: number, { name, value, unit, digits, from }: Amount): Figure {
  return {
    name,
    measured: shown(value, unit, digits),
    goal: `<= ${shown(limit, unit)}`,
    met: value <= limit,
    from,
    numbers: { measured: value, limit },
  }
}

/** In each round both were measured, one after the other, so that what slows the machine slows both. */
type Compared = Omit<Amount, 'value' | 'from'> & {
  rounds: { measured: number; reference: number }[]
  comparedWith: string
}

/** The medians of both sides, and of the rounds' own ratios. */
function compare({ name, unit, digits, rounds, comparedWith }: Compared) {
  const measured = median(rounds.map((round) => round.measured))
  const reference = median(rounds.map((round) => round.reference))
  const ratio = median(rounds.map((round) => round.measured / round.reference))
  return {
    name,
    measured: shown(measured, unit, digits),
    reference: shown(reference, unit, digits),
    ratio,
    from: medianOf(rounds.length, 'rounds'),
    comparedWith,
    numbers: { measured, reference, ratio },
  }
}

export function ofReference(least: number, compared: Compared): Figure {
  const figure = compare(compared)
  return {
    ...figure,
    goal: `>= ${least.toFixed(2)}`,
    met: figure.ratio >= least,
    numbers: { ...figure.numbers, least },
  }
}

/** The same for figures where less is better. */
export function atMostOfReference(most: number, compared: Compared): Figure {
  const figure = compare(compared)
  return { ...figure, goal: `<= ${most.toFixed(2)}`, met: figure.ratio <= most, numbers: { ...figure.numbers, most } }
}

/** Without a goal. */
export const besideReference: (compared: Compared) => Figure = compare

export const medianOf = (count: number, what: string) => `median of ${count.toLocaleString('en-US')} ${what}`

/** The value that so many of a hundred stay below. */
export function percentile(values: number[], percent: number) {
  const sorted = values.toSorted((a, b) => a - b)
  const value = sorted[Math.min(Math.floor((sorted.length * percent) / 100), sorted.length - 1)]
  if (value === undefined) throw new Error('a percentile of nothing')
  return value
}

export const forInformation = ({ name, value, unit, digits, from }: Amount): Figure => ({
  name,
  measured: shown(value, unit, digits),
  from,
  numbers: { measured: value },
})

export function median(values: number[]) {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle]
  if (upper === undefined) throw new Error('the median of nothing')
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}
