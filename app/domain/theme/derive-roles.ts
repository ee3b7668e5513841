import { contrastOf, fromLch, toLch } from './color.ts'
import type { Hex } from './hex.ts'
import { listPairs, sitePairs } from './pairs.ts'
import { deliveredRoles, nightRoles, type Role, type Roles } from './roles.ts'
import { type ColorName, deliveredColors, type ThemeColors } from './theme-colors.ts'

/**
 * How a role follows the chosen colors. `is`: it is that color. `near`: that color, as much lighter or darker as the
 * delivered role is than the delivered color. `hue`: the delivered role in that color's hue; with `light`, also as much
 * lighter or darker as that color became.
 */
type Rule = { is: ColorName } | { near: ColorName } | { hue: ColorName; light?: ColorName } | 'stays'

/** In this order: each adapts to those before it, with which it has to be readable. */
const byDay: Record<Role, Rule> = {
  bg: { is: 'paper' },
  ink: { is: 'ink' },
  brand: { is: 'brand' },
  accent: { is: 'accent' },
  turmeric: { is: 'highlight' },
  'photo-fill': { is: 'highlight' },
  band: { is: 'band' },
  surface: { hue: 'paper', light: 'paper' },
  sunken: { hue: 'paper', light: 'paper' },
  sage: { hue: 'brand', light: 'paper' },
  'photo-ground': { hue: 'band' },
  'photo-scrim': { hue: 'band' },
  'photo-fill-hover': { near: 'highlight' },
  'brand-hover': { near: 'brand' },
  'error-bg': 'stays',
  'success-bg': 'stays',
  'warn-bg': 'stays',
  'info-bg': 'stays',
  'ink-2': { hue: 'ink', light: 'ink' },
  'ink-3': { hue: 'ink', light: 'ink' },
  link: { near: 'brand' },
  line: { hue: 'paper', light: 'paper' },
  control: { hue: 'paper' },
  'on-brand': { hue: 'paper' },
  error: 'stays',
  success: 'stays',
  warn: 'stays',
  info: 'stays',
  focus: 'stays',
  'on-band': { hue: 'paper' },
  'on-band-2': { hue: 'band' },
  'band-line': { hue: 'band', light: 'band' },
  'focus-band': { hue: 'highlight' },
  'on-photo': { hue: 'paper' },
  'on-photo-2': { hue: 'paper' },
  'on-fill': { hue: 'highlight' },
  'mark-b': { hue: 'brand' },
  'band-mark-a': { hue: 'paper' },
  'band-mark-b': { hue: 'brand' },
}

/** The colors are chosen for light screens; of the dark ones only the hues are theirs. */
const byNight: Partial<Record<Role, Rule>> = {
  bg: { hue: 'ink' },
  ink: { hue: 'paper' },
  brand: { hue: 'brand' },
  accent: { hue: 'accent' },
  turmeric: { hue: 'highlight' },
  band: { hue: 'band' },
  surface: { hue: 'ink' },
  sunken: { hue: 'ink' },
  'brand-hover': { hue: 'brand' },
  'ink-2': { hue: 'paper' },
  'ink-3': { hue: 'paper' },
  link: { hue: 'brand' },
  line: { hue: 'ink' },
  control: { hue: 'ink' },
  'on-brand': { hue: 'brand' },
  'band-line': { hue: 'band' },
}

export const ruleOf = (role: Role, scheme: Scheme) => (scheme === 'night' && byNight[role]) || byDay[role]

type Scheme = keyof typeof deliveredRoles

const pairs = listPairs(sitePairs)

/** Every color of the website, on light and on dark screens. What can't be made readable is left as near as it gets. */
export function deriveRoles(colors: ThemeColors): { day: Roles; night: Roles } {
  const day = derive('day', colors, {}, Object.keys(byDay) as Role[])
  const own = (Object.keys(byDay) as Role[]).filter((role) => (nightRoles as Role[]).includes(role))
  const shared = Object.fromEntries(Object.entries(day).filter(([role]) => !(own as string[]).includes(role)))
  return { day, night: derive('night', colors, shared, own) }
}

function derive(scheme: Scheme, colors: ThemeColors, known: Partial<Roles>, roles: Role[]) {
  const derived: Partial<Record<Role, Hex>> = { ...known }
  for (const role of roles) {
    const rule = ruleOf(role, scheme)
    const color = apply(rule, deliveredRoles[scheme][role], colors)
    const isChosen = typeof rule === 'object' && 'is' in rule
    derived[role] = isChosen ? color : makeReadable(color, listPartners(role, derived))
  }
  return derived as Roles
}

function apply(rule: Rule, delivered: Hex, colors: ThemeColors): Hex {
  if (rule === 'stays') return delivered
  if ('is' in rule) return colors[rule.is]
  if ('near' in rule) {
    const [before, now] = [deliveredColors[rule.near], colors[rule.near]]
    return before === now ? delivered : lighten(now, toLch(delivered).l - toLch(before).l)
  }
  const turned = turn(delivered, deliveredColors[rule.hue], colors[rule.hue])
  if (rule.light === undefined) return turned
  return lighten(turned, toLch(colors[rule.light]).l - toLch(deliveredColors[rule.light]).l)
}

/** More would make loud grounds of a vivid color. */
const mostVivid = 1.1

function turn(color: Hex, before: Hex, now: Hex) {
  if (before === now) return color
  const [{ l, c }, from, to] = [toLch(color), toLch(before), toLch(now)]
  return fromLch({ l, c: c * Math.min(to.c / from.c, mostVivid), h: to.h })
}

function lighten(color: Hex, by: number) {
  const { l, c, h } = toLch(color)
  return by === 0 ? color : fromLch({ l: Math.min(Math.max(l + by, 0), 1), c, h })
}

type Partner = { color: Hex; min: number }

/** The colors known so far that stand on this one or below it. */
const listPartners = (role: Role, known: Partial<Roles>): Partner[] =>
  pairs.flatMap(({ role: front, on, min }) => {
    const other = front === role ? on : on === role ? front : undefined
    const color = known[other as Role]
    return color === undefined ? [] : [{ color, min }]
  })

const isReadable = (color: Hex, partners: Partner[]) =>
  partners.every((partner) => contrastOf(color, partner.color) >= partner.min)

/** The same color as little lighter or darker as it takes. */
export function makeReadable(color: Hex, partners: Partner[]) {
  if (isReadable(color, partners)) return color
  const { l, c, h } = toLch(color)
  for (let step = 1; step <= 100; step++)
    for (const at of [l - step / 100, l + step / 100]) {
      if (at < -0.01 || at > 1.01) continue
      const tried = fromLch({ l: Math.min(Math.max(at, 0), 1), c, h })
      if (isReadable(tried, partners)) return tried
    }
  return color
}
