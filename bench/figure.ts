/** One line of the table. The words are for people; `numbers` is what the JSON keeps to compare runs by. */
export type Figure = {
  name: string
  measured: string
  reference?: string
  ratio?: number
  goal?: string
  /** Absent when the figure is told for information only. */
  met?: boolean
  numbers: Record<string, number>
}

/** What a benchmark answers: its figures, and what a person needs to mend the ones that missed. */
export type Outcome = { figures: Figure[]; remarks?: string[]; details?: unknown }

type Amount = { name: string; value: number; unit: string; digits?: number }

const shown = (value: number, unit: string, digits = 0) =>
  `${value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })} ${unit}`

export function atMost(limit: number, { name, value, unit, digits }: Amount): Figure {
  return {
    name,
    measured: shown(value, unit, digits),
    goal: `<= ${shown(limit, unit)}`,
    met: value <= limit,
    numbers: { measured: value, limit },
  }
}

/** Against a reference taken in the same run, so that a slow machine slows both. */
export function ofReference(
  least: number,
  { name, value, unit, digits, ...rest }: Amount & { reference: number; ratio: number },
): Figure {
  return {
    name,
    measured: shown(value, unit, digits),
    reference: shown(rest.reference, unit, digits),
    ratio: rest.ratio,
    goal: `>= ${least.toFixed(2)}`,
    met: rest.ratio >= least,
    numbers: { measured: value, reference: rest.reference, ratio: rest.ratio, least },
  }
}

/** The same where less is better. */
export function atMostOfReference(
  most: number,
  { name, value, unit, digits, reference }: Amount & { reference: number },
): Figure {
  const ratio = value / reference
  return {
    name,
    measured: shown(value, unit, digits),
    reference: shown(reference, unit, digits),
    ratio,
    goal: `<= ${most.toFixed(2)}`,
    met: ratio <= most,
    numbers: { measured: value, reference, ratio, most },
  }
}

/** The value that so many of a hundred stay below. */
export function percentile(values: number[], percent: number) {
  const sorted = values.toSorted((a, b) => a - b)
  const value = sorted[Math.min(Math.floor((sorted.length * percent) / 100), sorted.length - 1)]
  if (value === undefined) throw new Error('a percentile of nothing')
  return value
}

export const forInformation = ({ name, value, unit, digits }: Amount): Figure => ({
  name,
  measured: shown(value, unit, digits),
  numbers: { measured: value },
})

export function median(values: number[]) {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle]
  if (upper === undefined) throw new Error('the median of nothing')
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}
