import { expect, test } from 'vitest'
import { answerDated } from './dated-answer.server.ts'

const ask = (body: string, headers: Record<string, string> = {}, path = '/feed.xml') =>
  answerDated(new Request(`https://www.clinic.example${path}`, { headers }), body, { 'Content-Type': 'text/xml' })

test('who has the file is told so, by its tag or else by its date', async () => {
  const first = ask('one')
  const [tag, date] = [first.headers.get('ETag')!, first.headers.get('Last-Modified')!]
  expect([first.status, await first.text(), first.headers.get('Content-Type')]).toEqual([200, 'one', 'text/xml'])
  for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*'])
    expect(ask('one', { 'If-None-Match': known }).status, known).toBe(304)
  expect(ask('one', { 'If-Modified-Since': date }).status).toBe(304)
  expect(ask('one', { 'If-Modified-Since': 'yesterday' }).status).toBe(200)
  expect(ask('one', { 'If-None-Match': '"other"', 'If-Modified-Since': date }).status).toBe(200)
  expect(ask('one', {}, '/sitemap.xml').headers.get('ETag')).toBe(tag)
})

test('a change has another tag, and a date of its own', () => {
  const { headers } = ask('before', {}, '/changed.xml')
  expect(ask('after', { 'If-None-Match': headers.get('ETag')! }, '/changed.xml').status).toBe(200)
})
