import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

const periodMs = 30_000
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** What an authenticator app shows for this key at that moment (RFC 6238, SHA-1, six digits). */
export function totp(key: string, at: number) {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at / periodMs)))
  const mac = createHmac('sha1', bytesOf(key)).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0')
}

/** Long enough before the next half minute for a code to be looked at in the same one in which it was shown. */
export async function earlyInAPeriod() {
  const left = periodMs - (Date.now() % periodMs)
  if (left < 5_000) await pause(left)
}

function bytesOf(base32: string) {
  let bits = ''
  for (const sign of base32.replace(/\s/g, '').toUpperCase())
    bits += alphabet.indexOf(sign).toString(2).padStart(5, '0')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)))
}

/**
 * An app with this key. Each code works once, so the neighbours in time are used too, which clocks that are half a minute
 * off would show. The one before comes last: it is too old as soon as the next half minute begins.
 */
export function authenticator(key: string) {
  const used = new Set<string>()
  return () => {
    const now = Date.now()
    const code = [0, 1, -1].map((step) => totp(key, now + step * periodMs)).find((shown) => !used.has(shown))
    if (!code) throw new Error('three codes a minute and a half is all there are')
    used.add(code)
    return code
  }
}
