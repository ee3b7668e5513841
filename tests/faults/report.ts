import type { Done } from './progress.ts'
import { variants } from './variants.ts'

const columns = [
  'suite',
  'variant',
  'rounds',
  'minutes',
  'answered',
  'stored',
  'mailed',
  'repeated',
  'rejected',
  'unanswered',
  'lost',
  'doubled',
  'again as decided',
  'other faults',
]

/** One line for each suite and variant, as a Markdown table. */
export function report(done: Done[]) {
  const rows = [...Map.groupBy(done, ({ suite, variant }) => `${suite} ${variant}`).values()].map(toRow)
  return [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function toRow(some: Done[]) {
  const [first] = some
  const sum = (what: keyof { [Name in keyof Done as Done[Name] extends number ? Name : never]: 1 }) =>
    some.reduce((total, one) => total + one[what], 0)
  const violations = some.flatMap((one) => one.violations)
  const lost = violations.filter((violation) => violation.startsWith('lost:')).length
  const doubled = violations.filter((violation) => violation.startsWith('doubled:')).length
  return [
    first?.suite,
    variants.find(({ name }) => name === first?.variant)?.says,
    sum('rounds'),
    (sum('seconds') / 60).toFixed(1),
    `${sum('answered')} (${formatCounts(some)})`,
    sum('stored'),
    sum('mailed'),
    sum('repeated'),
    sum('rejected'),
    sum('unanswered'),
    lost,
    doubled,
    sum('asDecided'),
    violations.length - lost - doubled,
  ]
}

function formatCounts(some: Done[]) {
  const total: Record<string, number> = {}
  for (const [what, count] of some.flatMap(({ counts }) => Object.entries(counts)))
    total[what] = what.endsWith('at most') ? Math.max(total[what] ?? 0, count) : (total[what] ?? 0) + count
  return Object.entries(total)
    .map(([what, count]) => `${count} ${what}`)
    .join(', ')
}
