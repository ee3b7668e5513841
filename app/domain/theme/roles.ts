import type { Hex } from './hex.ts'

/** The colors of app/app.css, from which those of another theme are derived. A test keeps the two the same. */
const day = {
  bg: '#fbf8f1',
  surface: '#fffdf8',
  sunken: '#f3ecdd',
  sage: '#e7ebd7',
  ink: '#1c2a22',
  'ink-2': '#4a574c',
  'ink-3': '#5b6559',
  line: '#ded5c2',
  control: '#837d69',
  brand: '#1f4a38',
  'brand-hover': '#163629',
  'on-brand': '#fdf9ef',
  link: '#1f5a42',
  accent: '#a03d28',
  turmeric: '#e3a32f',
  error: '#a3271c',
  'error-bg': '#fbe9e3',
  success: '#1f5e3d',
  'success-bg': '#e4efdd',
  warn: '#6e4a05',
  'warn-bg': '#fbefcf',
  info: '#23505a',
  'info-bg': '#e2edec',
  focus: '#6d2f7a',
  band: '#173529',
  'on-band': '#f3ecdc',
  'on-band-2': '#c3cfb4',
  'band-line': '#37574a',
  'mark-b': '#5c8a5e',
  'focus-band': '#f1c869',
  'photo-ground': '#24402f',
  'photo-scrim': '#0e2017',
  'on-photo': '#fdf9ef',
  'on-photo-2': '#efebdd',
  'photo-fill': '#e3a32f',
  'photo-fill-hover': '#f0b748',
  'on-fill': '#241a05',
  'band-mark-a': '#f1e7d2',
  'band-mark-b': '#8fb083',
} as const satisfies Record<string, Hex>

export type Role = keyof typeof day
export type Roles = Readonly<Record<Role, Hex>>

/** The others are as by day. */
const night = {
  bg: '#121c17',
  surface: '#1a2620',
  sunken: '#0d1511',
  sage: '#20302a',
  ink: '#f3eddf',
  'ink-2': '#c3c9bb',
  'ink-3': '#9da798',
  line: '#31403a',
  control: '#7f8e83',
  brand: '#a9cba0',
  'brand-hover': '#c3ddbb',
  'on-brand': '#10201a',
  link: '#b5d6aa',
  accent: '#f0a48c',
  turmeric: '#e9b44c',
  error: '#ffb4a2',
  'error-bg': '#3a1e19',
  success: '#a8d8ae',
  'success-bg': '#173225',
  warn: '#f3cf80',
  'warn-bg': '#352a10',
  info: '#a9d3da',
  'info-bg': '#17302f',
  focus: '#e3b8ff',
  band: '#0b130f',
  'on-band-2': '#b4c2a6',
  'band-line': '#2b3b33',
  'mark-b': '#6e9a6d',
} as const satisfies Partial<Record<Role, Hex>>

export const deliveredRoles: { day: Roles; night: Roles & Readonly<Record<keyof typeof night, Hex>> } = {
  day,
  night: { ...day, ...night },
}

export const nightRoles = Object.keys(night) as (keyof typeof night)[]
