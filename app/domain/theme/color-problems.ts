import { colorWords as words, roleWords } from '#content/theme.ts'
import { contrastOf } from './color.ts'
import { type Hex, parseHex } from './hex.ts'
import { deriveRoles, makeReadable, ruleOf } from './derive-roles.ts'
import { listPairs, type Pair, sitePairs, truncateRatio } from './pairs.ts'
import type { Role } from './roles.ts'
import { type ColorName, colorNames, type ThemeColors } from './theme-colors.ts'

export type ColorProblems = Partial<Record<ColorName, string>>

/** A sentence for each color that is none, or with which something on the website can't be read. */
export function findColorProblems(typed: Readonly<Record<string, string | undefined>>): ColorProblems {
  const read = colorNames.map((name) => [name, parseHex(typed[name] ?? '')] as const)
  const unread = read.filter(([, color]) => color === undefined)
  if (unread.length > 0) return Object.fromEntries(unread.map(([name]) => [name, words.unread]))
  const colors = Object.fromEntries(read) as ThemeColors
  // Others adapt to these, so that one which can't be read would be reported for all of them.
  const chosen = findUnreadable(pairs.filter(isChosen), (role) => colors[colorOf(role)!])
  if (chosen.length > 0) return tell(chosen, (problem) => tellChosen(problem, colors))
  const { day, night } = deriveRoles(colors)
  const rest = findUnreadable(pairs, (role) => day[role as Role])
  if (rest.length > 0) return tell(rest, (problem) => say(problem, words.other))
  return tell(
    findUnreadable(pairs, (role) => night[role as Role]),
    (problem) => say(problem, words.dark),
  )
}

const pairs = listPairs(sitePairs)

type Problem = Pair & { ratio: number }

const findUnreadable = (among: Pair[], find: (role: string) => Hex): Problem[] =>
  among.flatMap((pair) => {
    const ratio = contrastOf(find(pair.role), find(pair.on))
    return ratio < pair.min ? [{ ...pair, ratio: truncateRatio(ratio) }] : []
  })

/** The first of each color. */
const tell = (problems: Problem[], toSentence: (problem: Problem) => string): ColorProblems =>
  Object.fromEntries(problems.map((problem) => [toBlame(problem), toSentence(problem)] as const).toReversed())

/** With the nearest color that can be read. */
function tellChosen(problem: Problem, colors: ThemeColors) {
  const name = toBlame(problem)
  const others = pairs.filter(isChosen).flatMap(({ role, on, min }) => {
    const other = colorOf(role) === name ? colorOf(on) : undefined
    return other === undefined ? [] : [{ color: colors[other], min }]
  })
  const nearest = makeReadable(colors[name], others)
  return say(problem, nearest === colors[name] ? words.other : words.nearest(nearest))
}

function say({ role, on, ratio, min }: Problem, advice: string) {
  const [front, ground] = [role, on].map((name) => roleWords[name as Role] ?? name) as [string, string]
  const subject = front.charAt(0).toUpperCase() + front.slice(1)
  return `${words.unreadable(subject, ground.toLowerCase(), String(ratio), String(min))} ${advice}`
}

/** The color that a role is. */
function colorOf(role: string): ColorName | undefined {
  const rule = ruleOf(role as Role, 'day')
  return typeof rule === 'object' && 'is' in rule ? rule.is : undefined
}

/** The color that a role follows. */
function sourceOf(role: string): ColorName | undefined {
  const rule = ruleOf(role as Role, 'day')
  return rule === 'stays' ? undefined : Object.values(rule)[0]
}

function isChosen({ role, on }: Pair) {
  return colorOf(role) !== undefined && colorOf(on) !== undefined
}

/** Beside the color to change: rather what stands on the page than the page, to which everything has to fit. */
function toBlame({ role, on }: Pick<Pair, 'role' | 'on'>): ColorName {
  const found = [colorOf(role), colorOf(on), sourceOf(role), sourceOf(on)].filter((name) => name !== undefined)
  return found.find((name) => name !== 'paper') ?? 'paper'
}
