import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  answerJson,
  answerNever,
  answerPhoto,
  answerStatus,
  answerText,
  examplePng,
  type HostedService,
  refusingOrigin,
  startHostedService,
} from '#tests/support/hosted-services.ts'
import { createStockPhotos } from './stock-photos.server.ts'

let service: HostedService
beforeEach(async () => {
  service = await startHostedService()
})
afterEach(() => service.close())

const photosAt = (url: string, random?: () => number) =>
  createStockPhotos({ url, key: 'key-1' }, { timeoutMs: 2_000, random })

describe('stock photos', () => {
  test('are off while no service is configured', () => {
    expect(createStockPhotos(undefined)).toBeUndefined()
  })

  test('are asked for by contract, with one of three topics', async () => {
    service.answerWith(answerPhoto('https://images.example/1.jpg'))
    for (const [random, topic] of [
      [0, 'ayurveda'],
      [0.5, 'herbs'],
      [0.99, 'wellness'],
    ] as const) {
      expect(await photosAt(`${service.origin}/v1/`, () => random)?.findPhoto()).toBe('https://images.example/1.jpg')
      const request = service.requests.at(-1)
      expect(request?.path).toBe('/v1/photos/random')
      expect(Object.fromEntries(request?.query ?? [])).toEqual({ query: topic, orientation: 'landscape' })
      expect(request?.headers.authorization).toBe('Client-ID key-1')
    }
  })

  test('are done without when the service fails in any way', async () => {
    const photos = photosAt(service.origin)
    const failures = [
      answerStatus(500),
      answerStatus(403),
      answerNever,
      answerText('{"urls":', 'application/json'),
      answerText('<html>', 'text/html'),
      answerJson({}),
      answerJson({ urls: { regular: 7 } }),
      answerJson({ urls: { regular: 'javascript:alert(1)' } }),
      answerText('x'.repeat(3 * 1024 * 1024)),
    ]
    for (const failure of failures) {
      service.answerWith(failure)
      expect(await photos?.findPhoto()).toBeUndefined()
    }
    expect(await photosAt(await refusingOrigin())?.findPhoto()).toBeUndefined()
  })

  test('are fetched from the service itself, or from public addresses only', async () => {
    service.answerWith(answerText(examplePng(), 'image/png'))
    const elsewhere = await startHostedService(answerText(examplePng(), 'image/png'))
    const photos = photosAt(service.origin)
    expect(await photos?.fetchPicture(`${service.origin}/1.png`)).toMatchObject({ mediaType: 'image/png' })
    expect(await photos?.fetchPicture(`${elsewhere.origin}/1.png`)).toBeUndefined()
    expect(elsewhere.requests).toEqual([])
    await elsewhere.close()
  })
})
