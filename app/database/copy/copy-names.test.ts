import { expect, test } from 'vitest'
import { findChangesAfter, findObsolete, listBases, parseName, toName } from './copy-names.ts'

const objects = (...names: [number, number, 'base' | 'changes'][]) => names.map((name) => parseName(toName(...name))!)

test('names are read as they were made, and others are ignored', () => {
  expect(parseName(toName(7, 42, 'changes'))).toMatchObject({ epoch: 7, sequence: 42, kind: 'changes' })
  expect(parseName('epochs/7/42-changes')).toBeUndefined()
  expect(parseName('keys')).toBeUndefined()
})

test('the newest base comes first, and a gap in its changes is named', () => {
  const all = objects(
    [1, 0, 'base'],
    [2, 0, 'base'],
    [2, 1, 'changes'],
    [2, 2, 'changes'],
    [2, 2, 'base'],
    [2, 3, 'changes'],
    [2, 5, 'changes'],
  )
  const [newest, before] = listBases(all)
  expect(newest).toMatchObject({ epoch: 2, sequence: 2 })
  expect(findChangesAfter(newest!, all).map(({ sequence }) => sequence)).toEqual([3, 4])
  expect(findChangesAfter(before!, all).map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4])
})

test('everything before the last two bases is obsolete', () => {
  const all = objects(
    [1, 0, 'base'],
    [1, 1, 'changes'],
    [2, 0, 'base'],
    [2, 1, 'changes'],
    [2, 2, 'base'],
    [2, 3, 'changes'],
    [2, 3, 'base'],
  )
  const obsolete = findObsolete(all).map(({ key }) => key)
  expect(obsolete).toEqual([
    toName(1, 0, 'base'),
    toName(1, 1, 'changes'),
    toName(2, 0, 'base'),
    toName(2, 1, 'changes'),
  ])
  expect(findObsolete(objects([1, 0, 'base'], [1, 1, 'changes']))).toEqual([])
})
