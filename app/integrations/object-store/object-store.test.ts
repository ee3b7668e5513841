import { createHash, randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { startObjectStore } from '#tests/support/object-store.ts'
import { createObjectStore } from './object-store.server.ts'

async function openStore(secretKey?: string) {
  const place = await startObjectStore()
  onTestFinished(place.stop)
  const { COPY_URL: url, COPY_ACCESS_KEY: accessKey, COPY_SECRET_KEY } = place.settings
  return { place, store: createObjectStore({ url, accessKey, secretKey: secretKey ?? COPY_SECRET_KEY }) }
}

const bytes = (text: string) => Buffer.from(text)

test('stores, reads, lists and removes objects below its folder, with valid signatures', async () => {
  const { place, store } = await openStore()
  await store.create('epochs/1/a', bytes('first'))
  await store.replace('keys', bytes('one'))
  await store.replace('keys', bytes('two'))
  const large = randomBytes(200_000)
  await store.createFromFile('epochs/1/b', new Blob([large]), createHash('sha256').update(large).digest('hex'))
  expect(place.keys()).toEqual(['site/epochs/1/a', 'site/epochs/1/b', 'site/keys'])
  expect((await store.get('keys'))?.toString()).toBe('two')
  expect([await store.get('none'), await store.stream('none')]).toEqual([undefined, undefined])
  expect(Buffer.concat(await Array.fromAsync((await store.stream('epochs/1/b'))!))).toEqual(large)
  expect(await store.list('epochs/')).toEqual([
    { key: 'epochs/1/a', bytes: 5 },
    { key: 'epochs/1/b', bytes: 200_000 },
  ])
  expect((await store.list('epochs/', 'epochs/1/a')).map(({ key }) => key)).toEqual(['epochs/1/b'])
  await store.remove('epochs/1/a')
  await store.remove('epochs/1/a')
  expect(place.keys()).not.toContain('site/epochs/1/a')
})

test('lists more than one page', async () => {
  const { place, store } = await openStore()
  for (let index = 0; index < 2_300; index += 1)
    place.objects.set(`site/n/${String(index).padStart(6, '0')}`, { body: bytes('x'), versions: 1 })
  const names = (await store.list('n/')).map(({ key }) => key)
  expect(names.length).toBe(2_300)
  expect(new Set(names).size).toBe(2_300)
})

test('an object whose answer was lost is stored once; another one under its name is an error', async () => {
  const { place, store } = await openStore()
  place.manners = 'lose'
  await expect(store.create('a', bytes('one'))).rejects.toThrow('cannot be reached')
  place.manners = 'willing'
  await store.create('a', bytes('one'))
  await expect(store.create('a', bytes('two'))).rejects.toThrow('another website')
  expect((await store.get('a'))?.toString()).toBe('one')
})

test('says in one line why the place does not take an object', async () => {
  const { place, store } = await openStore()
  place.manners = 'full'
  await expect(store.create('a', bytes('one'))).rejects.toThrow(
    'COPY_URL: the place answered 507 (InsufficientStorage).',
  )
  await place.stop()
  await expect(store.create('a', bytes('one'))).rejects.toThrow('COPY_URL: the place cannot be reached')
})

test('a wrong secret is refused', async () => {
  const { store } = await openStore('wrong')
  await expect(store.list('')).rejects.toThrow('403 (SignatureDoesNotMatch)')
})

test('counts the versions that the place keeps', async () => {
  const { place, store } = await openStore()
  await store.replace('keys', bytes('one'))
  await store.replace('keys', bytes('two'))
  expect(await store.countVersions('keys')).toBe(1)
  place.keepsVersions = true
  expect(await store.countVersions('keys')).toBe(2)
})
