/** A line for each variable that is nearly the name of a setting; the operator would believe in it, and it is ignored. */
export const misspelledSettings = (given: Iterable<string>, known: readonly string[]) =>
  [...given].flatMap((name) => {
    if (known.includes(name)) return []
    const meant = known.find((setting) => setting.length >= shortest && isNearly(name, setting))
    return meant ? [`${name} is no setting and is ignored. Is ${meant} meant?`] : []
  })

/** Too many other variables are two letters away from HOST and PORT. */
const shortest = 6

/** The lengths alone tell most names apart; the start would take a tenth of a second longer without. */
const isNearly = (one: string, other: string) =>
  Math.abs(one.length - other.length) <= 2 && editDistance(one, other) <= 2

/** How many letters have to be inserted, deleted or replaced (Levenshtein). */
function editDistance(one: string, other: string) {
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
