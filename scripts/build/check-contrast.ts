import { readFileSync } from 'node:fs'
import { contrastOf } from '#app/domain/theme/color.ts'
import { type Hex, parseHex } from '#app/domain/theme/hex.ts'
import { dashboardPairs, listPairs, minContrast, type Pair, sitePairs, truncateRatio } from '#app/domain/theme/pairs.ts'

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')
/** What the dashboard adds to the theme. */
const dashboard = read('../../app/ui/styles/admin-colors.css')

const allPairs = listPairs([...sitePairs, ...dashboardPairs])

/** `tone`: one of them. */
export const isMeasured = (role: string, ground: string): boolean =>
  ground === 'tone'
    ? isMeasured(role, 'tone-0')
    : allPairs.some(({ role: text, on, min }) => min === minContrast.text && text === role && on === ground)

type Roles = Map<string, string>

/** One line for each pair of the theme with too little contrast. */
export function findContrastProblems(theme = read('../../app/app.css'), pairs = allPairs): string[] {
  const [site, more] = [parseRoles(theme), parseRoles(dashboard)]
  return [
    ...findProblems(new Map([...site.day, ...more.day]), 'by day', pairs),
    ...findProblems(new Map([...site.night, ...more.night]), 'by night', pairs),
  ]
}

function findProblems(roles: Roles, when: string, pairs: readonly Pair[]) {
  return pairs.flatMap(({ role, on, min }) => {
    const [front, back] = [findColor(roles, role), findColor(roles, on)]
    const problem = front.problem ?? back.problem
    if (problem !== undefined) return [`app/app.css: ${problem}`]
    const ratio = contrastOf(front.color!, back.color!)
    if (ratio >= min) return []
    return [`app/app.css: --${role} on --${on} has a contrast of ${truncateRatio(ratio)}:1 ${when} and needs ${min}:1`]
  })
}

type Found = { color: Hex; problem?: undefined } | { color?: undefined; problem: string }

function findColor(roles: Roles, name: string): Found {
  const value = roles.get(name)
  if (value === undefined) return { problem: `--${name} is missing` }
  const other = /^var\(--([\w-]+)\)$/.exec(value)?.[1]
  if (other) return findColor(roles, other)
  const color = readColor(value)
  return color
    ? { color }
    : { problem: `--${name} is '${value}'; write it as #rrggbb, so that its contrast can be checked` }
}

/** '#rrggbb', or '14 32 23' as the scrim has it. */
function readColor(value: string): Hex | undefined {
  if (/^#[\da-f]{6}$/i.test(value)) return parseHex(value)
  if (!/^\d+ \d+ \d+$/.test(value)) return undefined
  return parseHex(
    value
      .split(' ')
      .map((channel) => Number(channel).toString(16).padStart(2, '0'))
      .join(''),
  )
}

/** The variables of app.css, or of other styles over it. */
export function parseRoles(theme: string): { day: Roles; night: Roles } {
  const [light = '', dark = ''] = theme
    .replaceAll(/\/\*.*?\*\//gs, '')
    .split(/@media[^{]*prefers-color-scheme:\s*dark[^{]*\{/)
  const rolesIn = (css: string): [string, string][] =>
    [...(/:root\s*\{([^}]*)\}/.exec(css)?.[1] ?? '').matchAll(/--([\w-]+):\s*([^;]+);/g)].map(
      ([, name = '', value = '']) => [name, value.trim()],
    )
  const day = rolesIn(light)
  return { day: new Map(day), night: new Map([...day, ...rolesIn(dark)]) }
}
