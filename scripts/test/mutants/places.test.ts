import { expect, test } from 'vitest'
import { functionsIn, placesIn } from './places.ts'

/** The source with the only fault of a kind, on or off as `on` says. */
function withFault(kind: string, source: string) {
  const [place, ...more] = placesIn('some.tsx', source).filter((one) => one.kind === kind)
  expect(more).toEqual([])
  return source.slice(0, place!.start) + place!.replacement('on') + source.slice(place!.end)
}

test.each([
  ['comparison', 'const a = b < c', 'const a = (on ? (b <= c) : (b < c))'],
  ['logic', 'go(a && b)', 'go((on ? (a || b) : (a && b)))'],
  ['guard', 'function f() { if (a) return\n b() }', 'function f() { if (!on && (a)) return\n b() }'],
  ['call', 'const x = 1\nawait send(x)', 'const x = 1\n{ if (!on) { await send(x) } }'],
  ['choice', 'const a = b ? 1 : 2', 'const a = (on ? (!(b)) : (b)) ? 1 : 2'],
  ['boolean', 'const a = { ok: true }', 'const a = { ok: (on ? (false) : (true)) }'],
  ['status', 'f({ status: 404 })', 'f({ status: (on ? (200) : (404)) })'],
  [
    'condition',
    "const a = db.where('id', '=', id).execute()",
    "const a = (on ? (db) : (db.where('id', '=', id))).execute()",
  ],
  ['field', 'const a = f({ reason })', 'const a = f({ reason: (on ? undefined : (reason)) })'],
])('a %s is built in', (kind, source, expected) => {
  expect(withFault(kind, source)).toBe(expected)
})

test('types have no places, and a number that is no status neither', () => {
  expect(
    placesIn('some.ts', "type A = { ok: true; status: 404 } | ('a' extends 'b' ? 1 : 2)\nconst a = z.max(300)"),
  ).toEqual([])
})

test('functions are found where they begin', () => {
  const source = 'function a() { b() }\nconst c = () => d\nconst e = async () => { f() }'
  expect(functionsIn('some.ts', source)).toEqual([
    { at: source.indexOf('{') + 1 },
    { at: source.indexOf('d\n'), end: source.indexOf('d\n') + 1 },
    { at: source.lastIndexOf('{') + 1 },
  ])
})
