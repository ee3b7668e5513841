import { expect, test } from 'vitest'
import { toPlanPieces } from './calendar-plans.server.ts'

const daniel = 'person:daniel' as const
const at = (...ids: string[]) => ids.map((id) => ({ id, person: daniel }))
const plan = (id: string, ...days: string[]) => ({
  id,
  title: 'Panchakarma',
  name: 'Helen Marsh',
  of: days.length,
  days: days.map((day, index) => ({ id: day, number: index + 1 })),
})
const show = (pieces: ReturnType<typeof toPlanPieces>) =>
  pieces.map((rows) => rows.map((piece) => piece && [piece.starts, piece.day?.number, piece.ends].join(' ')))

test('a plan has one bar over its days, which passes days of rest and continues beyond the week', () => {
  const week = [at(), at('b'), at(), at('c', 'x'), at()]
  expect(show(toPlanPieces(week, [plan('p', 'a', 'b', 'c', 'd')], true))).toEqual([
    [undefined],
    ['more 2 beside'],
    ['beside  beside'],
    ['beside 3 more'],
    [undefined],
  ])
})

test('a bar ends where the plan does, and plans of the same days are below each other', () => {
  const week = [at('a', 'k'), at('b'), at('l')]
  expect(show(toPlanPieces(week, [plan('p', 'a', 'b'), plan('q', 'k', 'l')], true))).toEqual([
    ['end 1 beside', 'end 1 beside'],
    ['beside  beside', 'beside 2 end'],
    ['beside 2 end', undefined],
  ])
})

test('of one day each practitioner has a part of the plan', () => {
  const people = [at('a'), at(), at('b')]
  expect(show(toPlanPieces(people, [plan('p', 'a', 'b', 'c')], false))).toEqual([
    ['end 1 more'],
    [undefined],
    ['more 2 more'],
  ])
})

test('without plans there are no rows', () => {
  expect(toPlanPieces([at('x'), at()], [], true)).toEqual([[], []])
})
