import { expect, onTestFinished, test } from 'vitest'
import { type Manners, startObjectStore } from '#tests/support/object-store.ts'
import { createObjectStore } from './object-store.server.ts'
import { testedName, testObjectStore } from './test-object-store.server.ts'

async function openPlace() {
  const place = await startObjectStore()
  onTestFinished(place.stop)
  const { COPY_URL: url, COPY_ACCESS_KEY: accessKey, COPY_SECRET_KEY: secretKey } = place.settings
  const testPlace = (changed = {}) => testObjectStore(createObjectStore({ url, accessKey, secretKey, ...changed }))
  return { place, url, testPlace }
}

test('stores, reads back and deletes one object, and leaves the others alone', async () => {
  const { place, testPlace } = await openPlace()
  place.objects.set('site/keys', { body: Buffer.from('keys'), versions: 1 })
  expect([await testPlace(), await testPlace()]).toEqual([{ ok: true }, { ok: true }])
  expect(place.keys()).toEqual(['site/keys'])
})

test('says that the key or the bucket is wrong', async () => {
  const { url, testPlace } = await openPlace()
  expect(await testPlace({ secretKey: 'wrong' })).toEqual({
    ok: false,
    reason: 'status-403',
    said: 'SignatureDoesNotMatch',
  })
  expect(await testPlace({ url: url.replace('/clinic/', '/clinics/') })).toEqual({
    ok: false,
    reason: 'status-404',
    said: 'NoSuchBucket',
  })
})

test.each<[Manners, { reason: string; said?: string }]>([
  ['refusing', { reason: 'status-403', said: 'AccessDenied' }],
  ['full', { reason: 'status-507', said: 'InsufficientStorage' }],
  ['lose', { reason: 'unreachable', said: 'UND_ERR_SOCKET' }],
  ['lie', { reason: 'not-stored' }],
  ['spoil', { reason: 'not-stored' }],
  ['keep', { reason: 'not-deleted' }],
  ['no-conditions', { reason: 'no-conditional-put', said: 'NotImplemented' }],
  ['overwrite', { reason: 'no-conditional-put' }],
  ['locked', { reason: 'status-403', said: 'AccessDenied' }],
])('says what is wrong with a place that is %s', async (manners, found) => {
  const { place, testPlace } = await openPlace()
  place.manners = manners
  expect(await testPlace()).toEqual({ ok: false, ...found })
  // The next test deletes what this one could not.
  place.manners = 'willing'
  expect(await testPlace()).toEqual({ ok: true })
  expect(place.keys()).not.toContain(`site/${testedName}`)
})

test('says that a place cannot be reached', async () => {
  const { place, testPlace } = await openPlace()
  await place.stop()
  expect(await testPlace()).toEqual({ ok: false, reason: 'unreachable', said: 'ECONNREFUSED' })
})
