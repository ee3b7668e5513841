/** WCAG 2.2: text (1.4.3), and controls and focus (1.4.11). */
export const minContrast = { text: 4.5, sign: 3 } as const

type Pairs = { kind: keyof typeof minContrast; roles: readonly string[]; on: readonly string[] }

/** Foreground and background roles of the website, as app/ui/styles combines them. */
export const sitePairs: readonly Pairs[] = [
  { kind: 'text', roles: ['ink', 'ink-2', 'ink-3'], on: ['bg', 'surface', 'sunken', 'sage'] },
  { kind: 'text', roles: ['link'], on: ['bg', 'surface', 'sunken', 'sage'] },
  { kind: 'text', roles: ['accent', 'error'], on: ['bg', 'surface', 'sage'] },
  { kind: 'text', roles: ['brand'], on: ['bg', 'sage'] },
  { kind: 'text', roles: ['on-brand'], on: ['brand', 'brand-hover'] },
  { kind: 'text', roles: ['bg'], on: ['accent', 'focus'] },
  { kind: 'text', roles: ['success', 'warn'], on: ['bg', 'surface'] },
  { kind: 'text', roles: ['error', 'ink', 'link'], on: ['error-bg'] },
  { kind: 'text', roles: ['success', 'ink', 'link'], on: ['success-bg'] },
  { kind: 'text', roles: ['warn', 'ink', 'ink-2', 'link'], on: ['warn-bg'] },
  { kind: 'text', roles: ['info', 'ink', 'link'], on: ['info-bg'] },
  { kind: 'text', roles: ['on-band', 'on-band-2'], on: ['band'] },
  { kind: 'text', roles: ['on-photo', 'on-photo-2'], on: ['photo-ground', 'photo-scrim'] },
  { kind: 'text', roles: ['on-fill'], on: ['photo-fill', 'photo-fill-hover', 'turmeric', 'focus-band'] },
  { kind: 'sign', roles: ['control', 'focus', 'brand'], on: ['bg', 'surface', 'sunken', 'sage'] },
  { kind: 'sign', roles: ['error'], on: ['surface'] },
  { kind: 'sign', roles: ['focus-band'], on: ['band', 'photo-ground', 'photo-scrim'] },
]

/** What the dashboard adds. */
export const dashboardPairs: readonly Pairs[] = [
  { kind: 'text', roles: ['ink'], on: ['tone-0', 'tone-1', 'tone-2', 'tone-3'] },
  { kind: 'text', roles: ['on-now'], on: ['now'] },
  { kind: 'text', roles: ['heat-ink'], on: ['heat-1', 'heat-2', 'heat-3'] },
  { kind: 'text', roles: ['heat-on'], on: ['heat-4', 'heat-5'] },
  { kind: 'sign', roles: ['chart-bar'], on: ['surface'] },
]

export type Pair = { role: string; on: string; min: number }

export const listPairs = (pairs: readonly Pairs[]): Pair[] =>
  pairs.flatMap(({ kind, roles, on }) =>
    roles.flatMap((role) => on.map((ground) => ({ role, on: ground, min: minContrast[kind] }))),
  )

/** Truncated, because 4.49 is not enough. */
export const truncateRatio = (ratio: number) => Math.floor(ratio * 10) / 10
