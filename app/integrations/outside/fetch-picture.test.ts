import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  answerNever,
  answerStatus,
  answerText,
  examplePng,
  type HostedService,
  startHostedService,
} from '#tests/support/hosted-services.ts'
import { fetchPicture, rasterType } from './fetch-picture.server.ts'

let service: HostedService
beforeEach(async () => {
  service = await startHostedService()
})
afterEach(() => service.close())

const picture = (timeoutMs = 20_000) => fetchPicture(service.origin, { trusted: [service.origin], timeoutMs })

describe('a picture', () => {
  test('has the type of its bytes instead of the header’s', async () => {
    service.answerWith(answerText(examplePng(), 'text/html'))
    expect(await picture()).toEqual({ mediaType: 'image/png', bytes: examplePng() })
  })

  test.each([
    ['HTML', '<!doctype html><title>Hello</title>'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['nothing', ''],
  ])('is rejected when it is %s with a picture’s content type', async (_, body) => {
    service.answerWith(answerText(body, 'image/png'))
    expect(await picture()).toBeUndefined()
  })

  test('of 2 MB is too large', async () => {
    service.answerWith(answerText(examplePng(2 * 1024 * 1024), 'image/png'))
    expect(await picture()).toBeUndefined()
  })

  test('is undefined if the server fails or hangs', async () => {
    service.answerWith(answerStatus(500))
    expect(await picture()).toBeUndefined()
    service.answerWith(answerNever)
    expect(await picture(200)).toBeUndefined()
  })

  test('at a private address that is not configured is not fetched', async () => {
    service.answerWith(answerText(examplePng(), 'image/png'))
    expect(await fetchPicture(service.origin)).toBeUndefined()
    expect(service.requests).toEqual([])
  })
})

test.each([
  ['image/jpeg', Buffer.from('ffd8ffe000104a464946', 'hex')],
  ['image/gif', Buffer.from('GIF89a..........')],
  ['image/webp', Buffer.from('RIFF\0\0\0\0WEBPVP8 ')],
  ['image/avif', Buffer.from('\0\0\0\x20ftypavif\0\0\0\0')],
  [undefined, Buffer.from('\0\0\0\x20ftypheic\0\0\0\0')],
  [undefined, Buffer.from('RIFF\0\0\0\0WAVEfmt ')],
  [undefined, Buffer.from('BM')],
])('the first bytes identify %s', (type, bytes) => {
  expect(rasterType(bytes)).toBe(type)
})
