import { expect, test } from 'vitest'
import type { ScopedActor } from '#app/domain/audit/audit.server.ts'
import { isInScope, type Scope } from './scope.ts'

test('a practitioner sees what is hers, and nothing of the others or of nobody', () => {
  const scope: Scope = { person: 'person:anna' }
  expect([isInScope(scope, { person: 'person:anna' }), isInScope('everything', { person: null })]).toEqual([true, true])
  for (const person of ['person:ravi', '', null, undefined]) expect(isInScope(scope, { person })).toBe(false)
})

test('whoever forgets a scope does not compile', () => {
  // Checked by the compiler: without an error, the comment is one.
  const forgotten = () => [
    // @ts-expect-error an empty scope is not the whole clinic
    isInScope({}, { person: 'person:anna' }),
    // @ts-expect-error nor is none
    isInScope(undefined, { person: 'person:anna' }),
    // @ts-expect-error nor one whose person is not known
    { person: undefined } satisfies Scope,
    // @ts-expect-error nobody acts on people's records without one
    { who: 'account-1', from: 'here' } satisfies ScopedActor,
  ]
  expect(forgotten).toBeTypeOf('function')
})
