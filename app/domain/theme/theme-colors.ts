import { deliveredRoles } from './roles.ts'
import type { Hex } from './hex.ts'

const { bg, ink, brand, accent, turmeric, band } = deliveredRoles.day

/** What the clinic chooses; the other colors are derived from these (`deriveRoles`). */
export const deliveredColors = { paper: bg, ink, brand, accent, highlight: turmeric, band }

export type ColorName = keyof typeof deliveredColors
export type ThemeColors = Readonly<Record<ColorName, Hex>>

export const colorNames = Object.keys(deliveredColors) as ColorName[]
