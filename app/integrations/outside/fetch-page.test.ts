import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  answerStatus,
  answerText,
  examplePng,
  type HostedService,
  startHostedService,
} from '#tests/support/hosted-services.ts'
import { createPageFetcher } from './fetch-page.server.ts'

let service: HostedService
beforeEach(async () => {
  service = await startHostedService()
})
afterEach(() => service.close())

const fetched = () => createPageFetcher([service.origin])(service.origin)

describe('a picture', () => {
  test.each([
    [true, 'image/png', {}],
    [true, 'image/png', { 'cross-origin-resource-policy': 'cross-origin' }],
    [false, 'image/png', { 'cross-origin-resource-policy': 'same-origin' }],
    [false, 'image/png', { 'cross-origin-resource-policy': 'same-site' }],
    [false, 'text/html', {}],
  ])('is one that any website may show: %s, as %s with %o', async (isPictureForAll, type, headers) => {
    service.answerWith(answerText(examplePng(), type, headers))
    expect(await fetched()).toMatchObject({ ok: true, status: 200, isPictureForAll })
  })

  test('that is too large to read may be shown', async () => {
    service.answerWith(answerText(examplePng(2 * 1024 * 1024), 'image/png'))
    expect(await fetched()).toMatchObject({ ok: true, status: 200, isPictureForAll: true })
  })

  test('that is missing answers so', async () => {
    service.answerWith(answerStatus(404))
    expect(await fetched()).toMatchObject({ ok: true, status: 404, isPictureForAll: false })
  })
})
