import { createServer, type LookupFunction } from 'node:net'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  answerByPath,
  answerCutOff,
  answerDripping,
  answerGzipBomb,
  answerNever,
  answerRedirect,
  answerStatus,
  answerText,
  type HostedService,
  refusingOrigin,
  startHostedService,
} from '#tests/support/hosted-services.ts'
import { fetchOutside, type OutsideOptions } from './fetch-outside.server.ts'
import { portOf } from '#tests/support/connections.ts'

let service: HostedService
beforeEach(async () => {
  service = await startHostedService()
})
afterEach(() => service.close())

const get = (path = '/', options: Partial<OutsideOptions> = {}) =>
  fetchOutside(new URL(path, service.origin).href, {
    trusted: [service.origin],
    timeoutMs: 20_000,
    maxBytes: 10_000,
    ...options,
  })

/** Resolves every name to these addresses, as an attacker's name server would. */
const resolvingTo =
  (...addresses: string[]): LookupFunction =>
  (_, options, callback) => {
    const all = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    if (options.all) callback(null, all)
    else callback(null, all[0]?.address ?? '', all[0]?.family)
  }

describe('a trusted address', () => {
  test('is read even on this machine, with any status', async () => {
    service.answerWith(answerText('hello', 'text/html'))
    expect(await get('/page')).toMatchObject({ ok: true, status: 200, url: `${service.origin}/page` })
    service.answerWith(answerStatus(500))
    const answer = await get('/page')
    expect(answer).toMatchObject({ ok: true, status: 500 })
    expect(answer.ok && answer.body.toString()).toBe('not today')
  })

  test.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
  ])('is read when compressed with %s', async (encoding, compress) => {
    service.answerWith(answerText(compress(Buffer.from('hello')), 'text/plain', { 'content-encoding': encoding }))
    const answer = await get()
    expect(answer.ok && answer.body.toString()).toBe('hello')
  })

  test('is looked up once per connection, so the checked address is the one that is used', async () => {
    service.answerWith(answerText('hello'))
    const origin = `http://feed.example:${new URL(service.origin).port}`
    const looked: string[] = []
    const lookup: LookupFunction = (hostname, options, callback) => {
      looked.push(hostname)
      resolvingTo('127.0.0.1')(hostname, options, callback)
    }
    expect(await get(`${origin}/`, { trusted: [origin], lookup })).toMatchObject({ ok: true })
    expect(looked).toEqual(['feed.example'])
  })

  test('with an unknown or broken compression is garbled', async () => {
    service.answerWith(answerText('x', 'text/plain', { 'content-encoding': 'zip' }))
    expect(await get()).toEqual({ ok: false, reason: 'garbled' })
    service.answerWith(answerText(gzipSync('hello').subarray(0, 12), 'text/plain', { 'content-encoding': 'gzip' }))
    expect(await get()).toEqual({ ok: false, reason: 'garbled' })
  })

  test('that rejects or drops the connection is unreachable', async () => {
    const closed = await refusingOrigin()
    expect(await fetchOutside(closed, { trusted: [closed], timeoutMs: 20_000, maxBytes: 10 })).toEqual({
      ok: false,
      reason: 'unreachable',
    })
    service.answerWith(answerCutOff)
    expect(await get()).toEqual({ ok: false, reason: 'unreachable' })
  })

  test('that never answers or never ends times out', async () => {
    service.answerWith(answerNever)
    expect(await get('/', { timeoutMs: 60 })).toEqual({ ok: false, reason: 'timeout' })
    service.answerWith(answerDripping)
    expect(await get('/', { timeoutMs: 100 })).toEqual({ ok: false, reason: 'timeout' })
  })

  test('that sends too much is aborted, compressed or not', async () => {
    service.answerWith(answerText('x'.repeat(3 * 1024 * 1024)))
    expect(await get()).toEqual({ ok: false, reason: 'too-large' })
    service.answerWith(answerGzipBomb(50))
    expect(await get('/', { maxBytes: 1024 * 1024 })).toEqual({ ok: false, reason: 'too-large' })
  })

  test('may send exactly as much as allowed', async () => {
    service.answerWith(answerText('x'.repeat(10_000)))
    expect(await get()).toMatchObject({ ok: true })
  })
})

describe('redirects', () => {
  test('are followed within the origin, with the key', async () => {
    service.answerWith(answerByPath({ '/': answerRedirect('/there'), '/there': answerText('found') }))
    const answer = await get('/', { headers: { authorization: 'Client-ID secret' } })
    expect(answer).toMatchObject({ ok: true, url: `${service.origin}/there` })
    expect(service.requests.map(({ headers }) => headers.authorization)).toEqual(Array(2).fill('Client-ID secret'))
  })

  test('to another trusted origin do not carry the key', async () => {
    const other = await startHostedService(answerText('found'))
    service.answerWith(answerRedirect(other.origin))
    const options = { trusted: [service.origin, other.origin], headers: { authorization: 'Client-ID secret' } }
    expect(await get('/', options)).toMatchObject({ ok: true })
    expect(other.requests[0]?.headers.authorization).toBeUndefined()
    await other.close()
  })

  test('end after five', async () => {
    service.answerWith(answerRedirect('/again'))
    expect(await get()).toEqual({ ok: false, reason: 'too-many-redirects' })
    expect(service.requests).toHaveLength(6)
  })

  test('to a private address are rejected without a connection', async () => {
    const secret = await startHostedService(answerText('secret'))
    for (const target of [secret.origin, secret.origin.replace('127.0.0.1', 'localhost'), 'http://[::ffff:7f00:1]/']) {
      service.answerWith(answerRedirect(target))
      expect(await get()).toEqual({ ok: false, reason: 'refused-address' })
    }
    expect(secret.requests).toEqual([])
    await secret.close()
  })

  test('to anything but http and https are rejected', async () => {
    service.answerWith(answerRedirect('file:///etc/hosts'))
    expect(await get()).toEqual({ ok: false, reason: 'bad-url' })
  })
})

describe('any other address', () => {
  test.each(['not an address', 'file:///etc/hosts', 'ftp://example.com/', 'javascript:alert(1)', '//example.com', ''])(
    '%j is not a web address',
    async (address) => {
      expect(await fetchOutside(address, { timeoutMs: 20_000, maxBytes: 10 })).toEqual({
        ok: false,
        reason: 'bad-url',
      })
    },
  )

  test.each(['127.0.0.1', '0x7f.1', '2130706433', '[::1]', '[::ffff:127.0.0.1]', '169.254.169.254', '10.1.2.3', '0'])(
    'that is the private address %s is rejected',
    async (host) => {
      expect(await fetchOutside(`http://${host}/`, { timeoutMs: 20_000, maxBytes: 10 })).toEqual({
        ok: false,
        reason: 'refused-address',
      })
    },
  )

  test('whose name resolves to a private address is rejected, even if another one is public', async () => {
    for (const lookup of [
      resolvingTo('127.0.0.1'),
      resolvingTo('8.8.8.8', '10.0.0.1'),
      resolvingTo('::1'),
      resolvingTo(),
    ]) {
      const address = `http://photos.example:${new URL(service.origin).port}/`
      expect(await fetchOutside(address, { lookup, timeoutMs: 20_000, maxBytes: 10 })).toEqual({
        ok: false,
        reason: 'refused-address',
      })
    }
    expect(service.requests).toEqual([])
  })

  test('whose name does not exist is unreachable', async () => {
    const lookup: LookupFunction = (_, __, callback) =>
      callback(Object.assign(new Error('none'), { code: 'ENOTFOUND' }), '')
    expect(await fetchOutside('http://nowhere.example/', { lookup, timeoutMs: 20_000, maxBytes: 10 })).toEqual({
      ok: false,
      reason: 'unreachable',
    })
  })
})

test('a service that switches protocols or hangs up does not block the request', async () => {
  for (const reply of ['HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n', '']) {
    const server = createServer((socket) => void socket.on('error', () => {}).end(reply))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const origin = `http://127.0.0.1:${portOf(server)}`
    const answer = await fetchOutside(origin, { trusted: [origin], timeoutMs: 20_000, maxBytes: 10_000 })
    server.close()
    expect(answer).toEqual({ ok: false, reason: 'unreachable' })
  }
})
