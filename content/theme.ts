import type { Role } from '#app/domain/theme/roles.ts'
import type { ThemeColors } from '#app/domain/theme/theme-colors.ts'

/** Sets of colors to choose from beside those of app/app.css, each checked to be readable. */
export const palettes = {
  indigo: {
    paper: '#f8f8f5',
    ink: '#18222d',
    brand: '#1d4e7a',
    accent: '#9a3b4b',
    highlight: '#e0b04a',
    band: '#12314a',
  },
  rose: {
    paper: '#fcf6f3',
    ink: '#2b1d20',
    brand: '#7a2f46',
    accent: '#8a5312',
    highlight: '#e9a94b',
    band: '#43202c',
  },
  clay: {
    paper: '#faf5ec',
    ink: '#2a2119',
    brand: '#82401f',
    accent: '#2f6650',
    highlight: '#e6b43c',
    band: '#3d2a1c',
  },
} as const satisfies Record<string, ThemeColors>

export const paletteNames = {
  herbarium: 'Neem and paper (as delivered)',
  indigo: 'Indigo',
  rose: 'Rose',
  clay: 'Clay',
  own: 'Own colors, entered below',
} as const satisfies Record<keyof typeof palettes | 'herbarium' | 'own', string>

/** What has each color, as a sentence about what can't be read names it. */
export const roleWords: Partial<Record<Role, string>> = {
  bg: 'the page',
  surface: 'panels',
  sunken: 'quiet bands',
  sage: 'quiet bands',
  ink: 'Text',
  'ink-2': 'Secondary text',
  'ink-3': 'Small text',
  link: 'Links',
  brand: 'Buttons and links',
  'brand-hover': 'pressed buttons',
  'on-brand': 'The text of a button',
  accent: 'Small emphasis',
  turmeric: 'highlights',
  error: 'An error message',
  'error-bg': 'error messages',
  success: 'A confirmation',
  'success-bg': 'confirmations',
  warn: 'A warning',
  'warn-bg': 'warnings',
  info: 'A note',
  'info-bg': 'notes',
  control: 'The border of a field',
  focus: 'The frame of the chosen field',
  band: 'dark bands',
  'on-band': 'Text',
  'on-band-2': 'Secondary text',
  'focus-band': 'the frame of a chosen link',
  'photo-ground': 'photographs',
  'photo-scrim': 'photographs',
  'on-photo': 'Text',
  'on-photo-2': 'Secondary text',
  'photo-fill': 'buttons on photographs',
  'photo-fill-hover': 'buttons on photographs',
  'on-fill': 'Text',
}

export const colorWords = {
  unread: 'Enter a color as # and six digits or letters from a to f, such as #1f4a38.',
  unreadable: (role: string, ground: string, ratio: string, min: string) =>
    `${role} on ${ground} would have a contrast of ${ratio}:1, and ${min}:1 is needed to read it.`,
  nearest: (color: string) => `The nearest color that can be read is ${color}.`,
  other: 'Choose a darker or a lighter one.',
  dark: 'That is on dark screens. Choose a darker or a lighter one.',
}
