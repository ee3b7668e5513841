import { expect, test } from 'vitest'
import { toMarkdownRule } from './markdown-rule.server.ts'
import { fillInAlso, findUnknownPlaceholder } from './placeholders.ts'

test('what a page fills in is taken as it is, also with braces in it', () => {
  expect(fillInAlso('{results} for {term}', { results: '2', term: '{results} $& {term}' })).toBe(
    '2 for {results} $& {term}',
  )
  expect(fillInAlso('{constructor} {city}', { term: 'tea' })).toBe('{constructor} {city}')
})

test('only the fields that say so may name it', () => {
  expect(findUnknownPlaceholder('At {host}', { also: ['host'] })).toBeUndefined()
  expect(findUnknownPlaceholder('At {host}')).toBe('{host}')
  const field = { kind: 'markdown', label: 'Text', max: 80 } as const
  expect(toMarkdownRule({ ...field, also: ['host'] }).safeParse('At **{host}**, {city}').success).toBe(true)
  expect(toMarkdownRule(field).safeParse('At **{host}**').error?.issues[0]?.message).toBe(
    '{host} doesn’t stand for anything here.',
  )
})
