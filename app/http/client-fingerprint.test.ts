import { expect, test } from 'vitest'
import { createSigner } from '#app/vault/signing.server.ts'
import { networkFingerprints } from './client-fingerprint.ts'

const signer = createSigner('s'.repeat(40))

const senderFrom = (clientAddress: string) => networkFingerprints({ signer }, clientAddress)
const networkFrom = (clientAddress: string) => senderFrom(clientAddress).network

/** How many different counters these addresses get. */
const networks = (...addresses: string[]) => new Set(addresses.map(networkFrom)).size

test('ten thousand IPv6 addresses of one home have one fingerprint, and those of two homes have two', () => {
  const home = Array.from({ length: 10_000 }, (_, n) => `2001:db8:0:1:${n.toString(16)}::${(n * 7).toString(16)}`)
  expect(networks(...home)).toBe(1)
  expect(networks('2001:db8:0:1::1', '2001:db8:0:2::1')).toBe(2)
  expect(networks('::1', '::2')).toBe(1)
})

test('an address has one fingerprint in any notation', () => {
  const spellings = ['2001:db8:0:1::1', '2001:DB8:0:1::1', '2001:0db8:0000:0001:0:0:0:1', '2001:db8::1:0:0:0:1']
  expect(networks(...spellings)).toBe(1)
  expect(networks('192.0.2.1', '::ffff:192.0.2.1', '::FFFF:192.0.2.1', '::ffff:c000:201')).toBe(1)
  expect(networks('fe80::1', 'fe80::1%eth0')).toBe(1)
})

test('each IPv4 address has its own fingerprint', () => {
  expect(networks('192.0.2.1', '192.0.2.2', 'unknown')).toBe(3)
})

test('the networks of an IPv6 /48 also count together, and an IPv4 address has no larger network', () => {
  const around = (...addresses: string[]) => new Set(addresses.map((address) => senderFrom(address).around))
  const site = Array.from({ length: 500 }, (_, n) => `2001:db8:7:${n.toString(16)}::1`)
  expect(around(...site, '2001:0DB8:0007::9').size).toBe(1)
  expect(around('2001:db8:7::1', '2001:db8:8::1').size).toBe(2)
  expect(around('2001:db8::1')).not.toContain(senderFrom('2001:db8::1').network)
  expect([...around('192.0.2.1', '::ffff:192.0.2.1', 'unknown')]).toEqual([undefined])
})
