import { expect, test } from 'vitest'
import { toMarkdownRule } from './markdown-rule.server.ts'
import { fillInAlso } from './fill-in-also.ts'
import { findWrongPlaceholder } from './placeholders.ts'

test('what a page fills in is taken as it is, also with braces in it', () => {
  expect(fillInAlso('{results} for {term}', { results: '2', term: '{results} $& {term}' })).toBe(
    '2 for {results} $& {term}',
  )
  expect(fillInAlso('{constructor} {city}', { term: 'tea' })).toBe('{constructor} {city}')
})

test('only the fields that say so may name it', () => {
  expect(findWrongPlaceholder('At {host}', { also: ['host'] })).toBeUndefined()
  expect(findWrongPlaceholder('At {host}')).toBe('{host} doesn’t stand for anything here.')
  const field = { kind: 'markdown', label: 'Text', max: 80 } as const
  expect(toMarkdownRule({ ...field, also: ['host'] }).safeParse('At **{host}**, {city}').success).toBe(true)
  expect(toMarkdownRule(field).safeParse('At **{host}**').error?.issues[0]?.message).toBe(
    '{host} doesn’t stand for anything here.',
  )
})

test('a text that would be wrong without a name has to keep it', () => {
  const sentence = 'Keep {period} in the text: the website puts there what people need to know.'
  expect(findWrongPlaceholder('Deleted after {period}.', { requires: ['period'] })).toBeUndefined()
  expect(findWrongPlaceholder('Deleted after a year in {city}.', { requires: ['period'] })).toBe(sentence)
  const field = { kind: 'markdown', label: 'Text', max: 80, requires: ['period'] } as const
  expect(toMarkdownRule(field).safeParse('After **{period}**').success).toBe(true)
  expect(toMarkdownRule(field).safeParse('After a **year**').error?.issues[0]?.message).toBe(sentence)
})
