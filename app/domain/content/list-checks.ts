/** A sentence about a field: '2.options' of an item of a list. */
export type FieldProblem = { at: string; sentence: string }

type Item = Readonly<Record<string, unknown>>

/** By what a list of a schema calls its `check`. */
export const listChecks = { 'form-fields': checkFormFields, 'plan-steps': checkPlanSteps } satisfies Record<
  string,
  (items: readonly Item[]) => FieldProblem[]
>

/** The options of a choice, as they were typed: a line for each. */
export const toOptions = (typed: string) =>
  typed
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** The fields of a form that patients fill in. */
function checkFormFields(items: readonly Item[]): FieldProblem[] {
  const isFirst = (index: number, name: string) =>
    items.findIndex((item) => item[name] === items[index]?.[name]) === index
  return items.flatMap((item, index) => {
    const problems: FieldProblem[] = []
    const say = (name: string, sentence: string | undefined) => {
      if (sentence) problems.push({ at: `${index}.${name}`, sentence })
    }
    if (item.kind === 'signature' && !isFirst(index, 'kind')) say('kind', 'A form has one signature at most.')
    if (item.label !== '' && !isFirst(index, 'label'))
      say('label', 'Another field has this label. Choose a different one.')
    if (item.kind === 'choice' || item.kind === 'choices') say('options', findOptionProblem(String(item.options ?? '')))
    return problems
  })
}

function findOptionProblem(typed: string) {
  const options = toOptions(typed)
  if (options.length < 2) return 'Enter at least two options, each on a line of its own.'
  if (options.length > 30) return 'Enter at most 30 options.'
  if (options.some((option) => option.length > 150)) return 'Use at most 150 characters for an option.'
  return new Set(options).size < options.length ? 'Enter each option once.' : undefined
}

/** A plan is booked in one transaction, and its days are shown on one page. */
const mostDays = 40

/** The steps of a plan. */
function checkPlanSteps(items: readonly Item[]): FieldProblem[] {
  const problems = items.flatMap(({ gapFrom, gapTo, earliest, latest }, index) => {
    const said: FieldProblem[] = []
    if (Number(gapTo) < Number(gapFrom))
      said.push({ at: `${index}.gapTo`, sentence: 'The most must not be less than the least.' })
    if (earliest !== 'any' && latest !== 'any' && String(latest) <= String(earliest))
      said.push({ at: `${index}.latest`, sentence: 'The end must be after the beginning.' })
    return said
  })
  const days = items.reduce((sum, { times }) => sum + (Number(times) || 0), 0)
  if (days > mostDays)
    problems.push({ at: '0.times', sentence: `A plan has at most ${mostDays} days; this one has ${days}.` })
  return problems
}
