/**
 * Finds the keys that a mistyped one may mean: those at the smallest distance, at most one typo in a short word and two
 * in a long one. A word of four letters may only have two letters swapped or miss one, because short words are close to
 * each other.
 */
export function findNearestKeys(key: string, keys: Iterable<string>): string[] {
  let most = key.length < 4 || key.length > 30 ? 0 : key.length < 8 ? 1 : 2
  let nearest: string[] = []
  if (most === 0) return []
  for (const known of keys) {
    if (known.length < 3 || Math.abs(known.length - key.length) > most) continue
    const slips = distance(key, known)
    // Two typos are only forgiven if the first letter is right.
    if (key.length === 4 && !isSwapped(key, known) && !isShortened(key, known)) continue
    if (slips > most || (slips > 1 && known[0] !== key[0])) continue
    if (slips < most) nearest = []
    most = slips
    nearest.push(known)
  }
  return nearest
}

const isSwapped = (key: string, known: string) =>
  key.length === known.length && [...key].toSorted().join('') === [...known].toSorted().join('')

const isShortened = (key: string, known: string) => key.length < known.length && key[0] === known[0]

/** Optimal string alignment: insertions, deletions, substitutions and transpositions of neighbors. */
function distance(one: string, other: string) {
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const same = one[row - 1] === other[column - 1]
      const swapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (before[column - 2] ?? 0) + 1 : Infinity,
      )
    }
    before = last
    last = current
  }
  return last[other.length] ?? 0
}
