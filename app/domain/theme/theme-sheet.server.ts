import { hash } from 'node:crypto'
import { channelsOf } from './color.ts'
import type { Hex } from './hex.ts'
import { deriveRoles } from './derive-roles.ts'
import { nightRoles, type Role, type Roles } from './roles.ts'
import { colorNames, type ThemeColors } from './theme-colors.ts'

/** What a pairing of typefaces adds to the styles of the website; empty for the delivered one. */
export type TypeStyles = Readonly<Record<string, string>>

export type Look = { type: string; colors: ThemeColors }

/**
 * The styles of a look, over those of app.css. Its address says all that is in it, so that drafts need no place of their
 * own and every process can answer for every other; `hash` differs where another release derives other colors.
 */
export function toThemeSheet({ type, colors }: Look, types: TypeStyles) {
  const css = toStyles(colors) + (types[type] ?? '') + logoStyles
  const values = colorNames.map((name) => colors[name].slice(1)).join('-')
  return { css, address: `/theme/${type}.${values}.${hash('sha256', css, 'hex').slice(0, 12)}.css` }
}

/** The look that an address names; `isCurrent`: this release makes the same styles of it as the one that named it. */
export function readThemeAddress(address: string, types: TypeStyles) {
  const [, type = '', values = ''] =
    /^\/theme\/([a-z-]+)\.([\da-f]{6}(?:-[\da-f]{6})*)\.[\da-f]{12}\.css$/.exec(address) ?? []
  const parts = values.split('-')
  if (!Object.hasOwn(types, type) || parts.length !== colorNames.length) return undefined
  const typed = Object.fromEntries(colorNames.map((name, index) => [name, `#${parts[index]}`])) as ThemeColors
  const sheet = toThemeSheet({ type, colors: typed }, types)
  return { css: sheet.css, isCurrent: sheet.address === address }
}

/** For screens: paper stays black on white. */
function toStyles(colors: ThemeColors) {
  const { day, night } = deriveRoles(colors)
  return (
    `@media screen{:root{${toVariables(day, Object.keys(day) as Role[])}}}` +
    `@media screen and (prefers-color-scheme:dark){:root{${toVariables(night, nightRoles)}}}`
  )
}

const toVariables = (roles: Roles, names: readonly Role[]) =>
  names.map((name) => `--${name}:${name === 'photo-scrim' ? toTriple(roles[name]) : roles[name]};`).join('')

/** It is also used with less than its full opacity. */
const toTriple = (color: Hex) => channelsOf(color).join(' ')

/** Here, since most looks have the drawn mark. */
const logoStyles = '.logo img{flex:none;width:auto;max-width:8rem;height:2.5rem;object-fit:contain}'
