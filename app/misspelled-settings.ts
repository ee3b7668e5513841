/**
 * A line for each variable that is no setting, but nearly the name of one: it would be ignored, and whoever wrote it would
 * believe in it. Others in the environment are nobody's business.
 */
export const misspelledSettings = (given: Iterable<string>, known: readonly string[]) =>
  [...given].flatMap((name) => {
    if (known.includes(name)) return []
    const meant = known.find((setting) => setting.length >= shortest && isNearly(name, setting))
    return meant ? [`${name} is no setting and is ignored. Is ${meant} meant?`] : []
  })

/** HOST and PORT are two letters away from too much. */
const shortest = 6

/** Their lengths alone tell most of them apart, and there are thousands of pairs at each start. */
const isNearly = (one: string, other: string) => Math.abs(one.length - other.length) <= 2 && distance(one, other) <= 2

/** How many letters have to be put in, taken out or replaced (Levenshtein). */
function distance(one: string, other: string) {
  let row = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1]
    for (const [column, wanted] of [...other].entries())
      next.push(
        Math.min((next[column] ?? 0) + 1, (row[column + 1] ?? 0) + 1, (row[column] ?? 0) + (letter === wanted ? 0 : 1)),
      )
    row = next
  }
  return row.at(-1) ?? 0
}
