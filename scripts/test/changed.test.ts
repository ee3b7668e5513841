import { expect, test } from 'vitest'
import { planTests, stagesOf } from './changed.ts'
import { readReachMap, testsOf, writeReachMap } from './reach-map.ts'

const near = 'app/domain/cart/cart.test.ts'
const onBoth = 'app/domain/orders/orders.integration.test.ts'
const map = readReachMap(
  writeReachMap(
    new Map([
      ['app/domain/orders/place.server.ts', [`${onBoth}postgres`, 'tests/http/orders.test.ts']],
      ['app/domain/cart/cart.ts', [near, 'tests/journeys/cart.spec.ts']],
      ['app/domain/cart/line.ts', ['tests/http/cart.test.ts']],
    ]),
  ),
)
const rights = ['app/http/rights.test.ts', 'tests/http/admin-rights.test.ts']
const files = [
  ...rights,
  near,
  onBoth,
  'tests/http/orders.test.ts',
  'tests/http/cart.test.ts',
  'tests/journeys/cart.spec.ts',
]
const plan = (...changed: string[]) => planTests(changed, map, files)

test('a source asks for the tests that reach it, and for those beside it; rights are asked always', () => {
  expect(plan()).toEqual(rights)
  expect(plan('app/domain/orders/place.server.ts')).toEqual(
    [...rights, `${onBoth}postgres`, onBoth, 'tests/http/orders.test.ts'].toSorted(),
  )
})

test('a source that is not in the map asks for all tests of its folder, or of the next one above', () => {
  const ofCart = [near, 'tests/http/cart.test.ts', 'tests/journeys/cart.spec.ts']
  expect(testsOf('app/domain/cart/new.ts', map)).toEqual(ofCart)
  expect(testsOf('app/domain/cart/parts/new.ts', map)).toEqual(ofCart)
  expect(testsOf('app/domain/other/new.ts', map)).toHaveLength(5)
})

test('a test asks for itself, one that was deleted for nothing, and what all stand on for everything, as does a source without a map', () => {
  expect(plan(near, 'app/domain/gone.test.ts', 'docs/operations.md')).toEqual([...rights, near].toSorted())
  expect(plan('package-lock.json')).toBe('everything')
  expect(planTests(['app/domain/cart/cart.ts'], new Map(), files)).toBe('everything')
  expect(planTests([near], new Map(), files)).toEqual([...rights, near].toSorted())
})

test('only what can be affected runs: the build after a change of the program, PostgreSQL and a browser where they reach', () => {
  const names = (changed: string[], tests: string[]) =>
    stagesOf(changed, tests).map((group) => group.map(({ name }) => name))
  const checks = ['types', 'lint', 'format', 'unused']
  expect(names(['tests/http/orders.test.ts'], rights)).toEqual([checks, ['tests']])
  expect(names(['app/domain/cart/cart.ts'], ['tests/journeys/cart.spec.ts'])).toEqual([
    [...checks, 'build'],
    ['tests'],
    ['browser'],
  ])
  const [, [tests]] = stagesOf([], [`${onBoth}postgres`]) as [unknown, [{ command: string[] }]]
  expect(tests.command).toContain('postgres')
  expect(tests.command.at(-1)).toBe(onBoth)
})
