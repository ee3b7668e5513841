import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** Signs short texts for links and cookies. A signature for one purpose is worth nothing for another. */
export type Signer = {
  /** '{text}.{signature}', both safe in a URL. */
  sign(purpose: string, text: string): string
  /** The text, or undefined when the signature is not ours. */
  verify(purpose: string, signed: string): string | undefined
  /** The same short name for the same text, from which nobody without the secret can tell the text. */
  fingerprint(purpose: string, text: string): string
}

export function createSigner(secret: string): Signer {
  const keys = new Map<string, Buffer>()
  function keyFor(purpose: string) {
    const known = keys.get(purpose)
    if (known) return known
    const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
    keys.set(purpose, key)
    return key
  }
  const signatureOf = (purpose: string, body: string) => createHmac('sha256', keyFor(purpose)).update(body).digest()

  return {
    sign(purpose, text) {
      const body = Buffer.from(text).toString('base64url')
      return `${body}.${signatureOf(purpose, body).toString('base64url')}`
    },
    verify(purpose, signed) {
      const [body, signature, ...rest] = signed.split('.')
      if (!body || !signature || rest.length > 0) return undefined
      const given = Buffer.from(signature, 'base64url')
      const expected = signatureOf(purpose, body)
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
      return Buffer.from(body, 'base64url').toString()
    },
    fingerprint: (purpose, text) => signatureOf(purpose, text).toString('base64url').slice(0, 22),
  }
}
