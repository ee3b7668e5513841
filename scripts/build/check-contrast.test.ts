import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findContrastProblems, isMeasured } from './check-contrast.ts'

const theme = readFileSync(new URL('../../app/app.css', import.meta.url), 'utf8')

/** The theme with one role changed, the first time it is said (by day) or the last (by night). */
function themeWith(role: string, value: string, which: 'day' | 'night') {
  const all = [...theme.matchAll(new RegExp(`--${role}: [^;]+;`, 'g'))]
  const found = which === 'day' ? all[0] : all.at(-1)
  if (!found || (which === 'night' && all.length < 2)) throw new Error(`the theme has no --${role} ${which}`)
  return `${theme.slice(0, found.index)}--${role}: ${value};${theme.slice(found.index + found[0].length)}`
}

test('the colors of the theme have enough contrast, light and dark', () => {
  expect(findContrastProblems()).toEqual([])
})

test.each([
  ['ink-3', '#8a9488', 'day', 'ink-3 on --bg', 'by day'],
  ['ink-3', '#5b6559', 'night', 'ink-3 on --sunken', 'by night'],
  ['bg', '#9da798', 'night', 'ink on --bg', 'by night'],
  ['brand', '#7fbf9a', 'day', 'on-brand on --brand', 'by day'],
  ['control', '#c9c4b4', 'day', 'control on --surface', 'by day'],
  ['focus', '#3b2a45', 'night', 'focus on --bg', 'by night'],
  ['band', '#7a9a8a', 'day', 'on-band on --band', 'by day'],
] as const)('--%s as %s is rejected %s: %s', (role, value, which, pair, when) => {
  const problems = findContrastProblems(themeWith(role, value, which))
  expect(problems.join('\n')).toContain(`app/app.css: --${pair}`)
  for (const line of problems) expect(line).toMatch(/ has a contrast of [\d.]+:1 by (day|night) and needs (4\.5|3):1$/)
  expect(problems.some((line) => line.includes(when))).toBe(true)
})

test('contrast is computed as in WCAG, and not rounded up', () => {
  // #767676 on white is the lightest grey with 4.5:1.
  const white = themeWith('surface', '#ffffff', 'day')
  const problemsWith = (grey: string) =>
    findContrastProblems(white.replace(/--error: [^;]+;/, `--error: ${grey};`)).filter((line) =>
      line.startsWith('app/app.css: --error on --surface'),
    )
  expect(problemsWith('#767676')).toEqual([])
  expect(problemsWith('#777777')).toEqual([
    'app/app.css: --error on --surface has a contrast of 4.4:1 by day and needs 4.5:1',
  ])
})

test('an invalid or missing color is reported', () => {
  expect(findContrastProblems(themeWith('ink', 'rebeccapurple', 'day'))).toContain(
    "app/app.css: --ink is 'rebeccapurple'; write it as #rrggbb, so that its contrast can be checked",
  )
  expect(findContrastProblems(theme.replaceAll(/--link: [^;]+;/g, ''))).toContain('app/app.css: --link is missing')
})

/** Text and ground of each rule that sets both by roles of the theme. */
function pairsIn(css: string) {
  const rules = css.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/\{([^{}]*)\}/g)
  return [...rules].flatMap(([, rule = '']) => {
    const role = /(?:^|[\s;])color:\s*var\(--([\w-]+)\)/.exec(rule)?.[1]
    const ground = /(?:^|[\s;])background(?:-color)?:\s*var\(--([\w-]+)\)/.exec(rule)?.[1]
    return role && ground ? [{ role, ground }] : []
  })
}

test('every combination of text and background in the styles is checked', () => {
  const found = globSync(['app/app.css', 'app/ui/styles/*.css']).flatMap((file) =>
    pairsIn(readFileSync(file, 'utf8')).map((pair) => ({ file, ...pair })),
  )
  expect(found.length).toBeGreaterThan(10)
  const missing = found.filter(({ role, ground }) => !isMeasured(role, ground))
  expect(missing.map(({ file, role, ground }) => `${file}: --${role} on --${ground}`)).toEqual([])
})
