import { readFileSync } from 'node:fs'

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')
/** What the dashboard adds to the theme. */
const dashboard = read('../../app/ui/styles/tones.css')

/** WCAG 2.2: text (1.4.3), and controls and focus (1.4.11). */
const minContrast = { text: 4.5, sign: 3 } as const

/** Foreground and background roles of the theme, as app/ui/styles combines them. */
const pairs: { kind: keyof typeof minContrast; roles: string[]; on: string[] }[] = [
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
  { kind: 'text', roles: ['ink'], on: ['tone-0', 'tone-1', 'tone-2', 'tone-3'] },
  { kind: 'text', roles: ['on-now'], on: ['now'] },
  { kind: 'text', roles: ['heat-ink'], on: ['heat-1', 'heat-2', 'heat-3'] },
  { kind: 'text', roles: ['heat-on'], on: ['heat-4', 'heat-5'] },
  { kind: 'sign', roles: ['control', 'focus', 'brand'], on: ['bg', 'surface', 'sunken', 'sage'] },
  { kind: 'sign', roles: ['error', 'chart-bar'], on: ['surface'] },
  { kind: 'sign', roles: ['focus-band'], on: ['band', 'photo-ground', 'photo-scrim'] },
]

/** `tone`: one of them. */
export const isMeasured = (role: string, ground: string): boolean =>
  ground === 'tone'
    ? isMeasured(role, 'tone-0')
    : pairs.some(({ kind, roles, on }) => kind === 'text' && roles.includes(role) && on.includes(ground))

type Roles = Map<string, string>

/** One line for each pair of the theme with too little contrast. */
export function findContrastProblems(theme = read('../../app/app.css')): string[] {
  const [site, more] = [parseRoles(theme), parseRoles(dashboard)]
  return [
    ...findProblems(new Map([...site.day, ...more.day]), 'by day'),
    ...findProblems(new Map([...site.night, ...more.night]), 'by night'),
  ]
}

function findProblems(roles: Roles, when: string) {
  return pairs.flatMap(({ kind, roles: names, on }) =>
    names.flatMap((name) =>
      on.flatMap((ground) => {
        const [front, back] = [computeLuminance(roles, name), computeLuminance(roles, ground)]
        if (typeof front === 'string' || typeof back === 'string')
          return [`app/app.css: ${[front, back].find((told) => typeof told === 'string')}`]
        // Truncated, because 4.49 is not enough.
        const ratio = Math.floor(((Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05)) * 10) / 10
        if (ratio >= minContrast[kind]) return []
        return [
          `app/app.css: --${name} on --${ground} has a contrast of ${ratio}:1 ${when} and needs ${minContrast[kind]}:1`,
        ]
      }),
    ),
  )
}

/** Relative luminance (WCAG 2.2), or a message about an invalid color. */
function computeLuminance(roles: Roles, name: string): number | string {
  const value = roles.get(name)
  if (value === undefined) return `--${name} is missing`
  const other = /^var\(--([\w-]+)\)$/.exec(value)?.[1]
  if (other) return computeLuminance(roles, other)
  const parts = parseChannels(value)
  if (!parts) return `--${name} is '${value}'; write it as #rrggbb, so that its contrast can be checked`
  const [red = 0, green = 0, blue = 0] = parts.map((part) =>
    part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** '#rrggbb', or '14 32 23' as the scrim has it. */
function parseChannels(value: string) {
  if (/^#[\da-f]{6}$/i.test(value)) return [1, 3, 5].map((at) => Number.parseInt(value.slice(at, at + 2), 16))
  if (/^\d+ \d+ \d+$/.test(value)) return value.split(' ').map(Number)
  return undefined
}

function parseRoles(theme: string): { day: Roles; night: Roles } {
  const [light = '', dark = ''] = theme
    .replaceAll(/\/\*.*?\*\//gs, '')
    .split(/@media[^{]*prefers-color-scheme: dark[^{]*\{/)
  const rolesIn = (css: string): [string, string][] =>
    [...(/:root\s*\{([^}]*)\}/.exec(css)?.[1] ?? '').matchAll(/--([\w-]+):\s*([^;]+);/g)].map(
      ([, name = '', value = '']) => [name, value.trim()],
    )
  const day = rolesIn(light)
  return { day: new Map(day), night: new Map([...day, ...rolesIn(dark)]) }
}
