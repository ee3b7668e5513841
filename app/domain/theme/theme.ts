import { palettes } from '#content/theme.ts'
import type { paletteNames } from '#content/theme.ts'
import { deliveredColors, type ThemeColors } from './theme-colors.ts'

type Theme = { palette: keyof typeof paletteNames; own: { colors: ThemeColors } }

/** The colors in force. */
export function colorsOf({ palette, own }: Theme): ThemeColors {
  if (palette === 'own') return own.colors
  return palette === 'herbarium' ? deliveredColors : palettes[palette]
}
