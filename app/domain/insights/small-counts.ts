/** Fewer are hidden, since a person might be recognized among them. None is nobody, and is shown. */
const fewestShown = 5
/** Fewer are striped: they say little. */
const fewestReliable = 10

/** Undefined: hidden. */
export type ShownCount = number | undefined

const isSmall = (count: number) => count > 0 && count < fewestShown

export const isFew = (count: ShownCount) => count !== undefined && count > 0 && count < fewestReliable

/** A count by itself, without a total that it is part of. */
export const hideSmall = (count: number): ShownCount => (isSmall(count) ? undefined : count)

/**
 * The same for the parts of a total that is shown. The total less the other parts would tell a single hidden one, and
 * two hidden ones whose sum is below five are both nearly known. So the next larger parts are hidden too, until at least
 * two are, with a sum of at least five.
 */
export function hideSmallParts(counts: readonly number[]): ShownCount[] {
  const hidden = new Set(counts.flatMap((count, index) => (isSmall(count) ? [index] : [])))
  if (hidden.size === 0) return [...counts]
  const others = [...counts.keys()]
    .filter((index) => !hidden.has(index) && counts[index] !== 0)
    .sort((one, other) => counts[one]! - counts[other]!)
  const sum = () => [...hidden].reduce((total, index) => total + counts[index]!, 0)
  while (others.length > 0 && (hidden.size < 2 || sum() < fewestShown)) hidden.add(others.shift()!)
  return counts.map((count, index) => (hidden.has(index) ? undefined : count))
}
