import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  answerJson,
  answerNever,
  answerPhoto,
  answerStatus,
  answerText,
  type HostedService,
  refusingOrigin,
  startHostedService,
  photosContract,
} from '#tests/support/hosted-services.ts'
import { createStockPhotos } from './stock-photos.server.ts'

let service: HostedService
beforeEach(async () => {
  service = await startHostedService()
})
afterEach(() => service.close())

const photosAt = (url: string, random?: () => number) =>
  createStockPhotos({ url, key: 'key-1', imageOrigin: 'https://images.example' }, { timeoutMs: 2_000, random })

describe('stock photos', () => {
  test('are off while no service is configured', () => {
    expect(createStockPhotos(undefined)).toBeUndefined()
  })

  test('name the service that they come from', () => {
    const named = (url: string) => photosAt(url)?.service
    expect(named('https://api.unsplash.com')).toEqual({ name: 'Unsplash', url: 'https://unsplash.com/' })
    expect(named('https://photos.example:8443/v1')).toEqual({
      name: 'photos.example:8443',
      url: 'https://photos.example:8443/',
    })
  })

  test('are requested according to the contract, with one of three topics', async () => {
    service.answerWith(answerPhoto('https://images.example/1.jpg'))
    for (const [random, topic] of [
      [0, 'ayurveda'],
      [0.5, 'herbs'],
      [0.99, 'wellness'],
    ] as const) {
      const photo = await photosAt(`${service.origin}/v1/`, () => random)?.findPhoto()
      expect(photo?.url).toBe('https://images.example/1.jpg')
      const request = service.requests.at(-1)
      expect(request?.path).toBe('/v1/photos/random')
      expect(Object.fromEntries(request?.query ?? [])).toEqual({ query: topic, orientation: 'landscape' })
      const { headers } = photosContract.request
      expect(request?.headers).toMatchObject({
        ...headers,
        authorization: headers.authorization?.replace('{key}', 'key-1'),
      })
    }
  })

  test('are skipped if the service fails in any way', async () => {
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
      answerPhoto('https://elsewhere.example/1.jpg'),
      answerPhoto('http://images.example/1.jpg'),
      answerText('x'.repeat(3 * 1024 * 1024)),
    ]
    for (const failure of failures) {
      service.answerWith(failure)
      expect(await photos?.findPhoto()).toBeUndefined()
    }
    expect(await photosAt(await refusingOrigin())?.findPhoto()).toBeUndefined()
  })

  test('include their photographer, if there is one', async () => {
    const urls = { regular: 'https://images.example/1.jpg' }
    const user = { name: ' Maya Rao ', links: { html: 'https://unsplash.example/@maya' } }
    service.answerWith(answerJson({ urls, user }))
    expect(await photosAt(service.origin)?.findPhoto()).toEqual({
      url: urls.regular,
      photographer: { name: 'Maya Rao', url: user.links.html },
    })
    for (const odd of [{ name: 'Maya' }, { name: 'Maya', links: { html: 'javascript:alert(1)' } }, 7]) {
      service.answerWith(answerJson({ urls, user: odd }))
      expect((await photosAt(service.origin)?.findPhoto())?.photographer).toBeUndefined()
    }
  })

  test('report their use to the service with the key, and to no other host', async () => {
    const photos = photosAt(service.origin)
    const elsewhere = await startHostedService()
    const url = 'https://images.example/1.jpg'
    await photos?.noteUse({ url, downloadUrl: `${service.origin}/photos/1/download?ixid=2` })
    expect(service.requests.at(-1)).toMatchObject({
      path: '/photos/1/download',
      headers: { authorization: 'Client-ID key-1' },
    })
    const before = service.requests.length
    await photos?.noteUse({ url, downloadUrl: `${elsewhere.origin}/photos/1/download` })
    await photos?.noteUse({ url })
    expect(elsewhere.requests).toEqual([])
    expect(service.requests).toHaveLength(before)
    service.answerWith(answerStatus(500))
    await photos?.noteUse({ url, downloadUrl: `${service.origin}/photos/1/download` })
    await elsewhere.close()
  })
})
