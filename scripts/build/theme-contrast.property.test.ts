import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromLch } from '#app/domain/theme/color.ts'
import type { Hex } from '#app/domain/theme/hex.ts'
import { findColorProblems } from '#app/domain/theme/color-problems.ts'
import { deriveRoles } from '#app/domain/theme/derive-roles.ts'
import { listPairs, sitePairs } from '#app/domain/theme/pairs.ts'
import { deliveredRoles, nightRoles } from '#app/domain/theme/roles.ts'
import { deliveredColors, type ThemeColors } from '#app/domain/theme/theme-colors.ts'
import { toThemeSheet } from '#app/domain/theme/theme-sheet.server.ts'
import { palettes } from '#content/theme.ts'
import { findContrastProblems, parseRoles } from './check-contrast.ts'

const pairs = listPairs(sitePairs)
const findProblemsIn = (colors: ThemeColors) => findContrastProblems(toThemeSheet({ type: '', colors }, {}).css, pairs)

const record = (of: (lightness: [number, number], vividness: number) => fc.Arbitrary<Hex>) =>
  fc.record({
    paper: of([0.92, 1], 0.03),
    ink: of([0.05, 0.35], 0.08),
    brand: of([0.2, 0.45], 0.2),
    accent: of([0.2, 0.45], 0.2),
    highlight: of([0.75, 0.9], 0.18),
    band: of([0.1, 0.35], 0.1),
  })
const anyColor = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
const between = (min: number, max: number) => fc.double({ min, max, noNaN: true })
const sensible = record(([least, most], vividness) =>
  fc.record({ l: between(least, most), c: between(0, vividness), h: between(-Math.PI, Math.PI) }).map(fromLch),
)
/** Half of them can be read. */
const daring = record(([least, most], vividness) =>
  fc
    .record({
      l: between(least - 0.2, Math.min(most + 0.2, 1)),
      c: between(0, vividness * 2),
      h: between(-Math.PI, Math.PI),
    })
    .map(fromLch),
)

describe('colors of the clinic', () => {
  test('are readable in every pair by day and by night, once they are accepted', () => {
    let accepted = 0
    fc.assert(
      fc.property(
        fc.oneof(
          daring,
          record(() => anyColor),
          sensible,
        ),
        (colors) => {
          if (Object.keys(findColorProblems(colors)).length > 0) return
          accepted++
          expect(findProblemsIn(colors)).toEqual([])
        },
      ),
      { seed: 1, numRuns: 150 },
    )
    expect(accepted).toBeGreaterThan(40)
  })

  test('are accepted whenever dark ones are chosen for a light page', () => {
    fc.assert(
      fc.property(sensible, (colors) => {
        expect(findColorProblems(colors)).toEqual({})
      }),
      { seed: 2, numRuns: 120 },
    )
  })

  test('are refused as soon as a pair of them can’t be read, with a sentence for one that was chosen', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          daring,
          record(() => anyColor),
        ),
        (colors) => {
          const problems = Object.entries(findColorProblems(colors))
          expect(problems.length > 0).toBe(findProblemsIn(colors).length > 0)
          for (const [, sentence] of problems)
            expect(sentence).toMatch(/ a contrast of [\d.]+:1, and (4\.5|3):1 is needed/)
        },
      ),
      { seed: 3, numRuns: 120 },
    )
  })

  test.each(Object.entries(palettes))('of the set %s can be read', (_name, colors) => {
    expect(findColorProblems(colors)).toEqual({})
    expect(findProblemsIn(colors)).toEqual([])
  })

  test('as delivered are those of app.css', () => {
    const { day, night } = parseRoles(readFileSync(new URL('../../app/app.css', import.meta.url), 'utf8'))
    expect(deriveRoles(deliveredColors)).toEqual(deliveredRoles)
    const sheet = parseRoles(toThemeSheet({ type: '', colors: deliveredColors }, {}).css)
    for (const [name, value] of sheet.day) expect(day.get(name), name).toBe(value)
    for (const name of nightRoles) expect(night.get(name), name).toBe(sheet.night.get(name))
    const colored = [...night].filter(([, value]) => /^(#|\d+ \d+ \d+$)/.test(value)).map(([name]) => name)
    expect([...sheet.night.keys()]).toEqual(expect.arrayContaining(colored))
  })
})

const refused: [string, Partial<Record<keyof ThemeColors, string>>, Record<string, RegExp>][] = [
  [
    'too light a text',
    { ink: '#999999' },
    { ink: /^Text on the page would have a contrast of 2\.6:1, and 4\.5:1 is needed/ },
  ],
  ['too light a button', { brand: '#7fbf9a' }, { brand: /^Buttons and links on the page would have a contrast of/ }],
  ['too light a band', { band: '#bbbbbb' }, { band: /on dark bands would have a contrast of .*3:1 is needed/ }],
  ['too dark a highlight', { highlight: '#333333' }, { highlight: /^Text on / }],
  ['no color', { paper: 'white', ink: '#12345' }, { paper: /^Enter a color/, ink: /^Enter a color/ }],
]

test.each(refused)('%s is refused beside its field', (_what, typed, sentences) => {
  const problems = findColorProblems({ ...deliveredColors, ...typed })
  expect(Object.keys(problems).toSorted()).toEqual(Object.keys(sentences).toSorted())
  for (const [name, sentence] of Object.entries(sentences)) expect(Object(problems)[name]).toMatch(sentence)
})

test('the nearest color that the sentence names is accepted', () => {
  for (const [name, color] of [
    ['ink', '#999999'],
    ['brand', '#7fbf9a'],
    ['accent', '#f0a48c'],
  ] as const) {
    const sentence = findColorProblems({ ...deliveredColors, [name]: color })[name] ?? ''
    const [nearest] = /#[\da-f]{6}/.exec(sentence) ?? []
    expect(findColorProblems({ ...deliveredColors, [name]: nearest }), sentence).toEqual({})
  }
})

test.each(['#1F4A38', '1f4a38', ' #1f4a38 '])('%s is the same color', (typed) => {
  expect(findColorProblems({ ...deliveredColors, brand: typed })).toEqual({})
})
