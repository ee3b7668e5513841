import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** Signs short texts for links and cookies. A signature for one purpose is worth nothing for another. */
export type Signer = {
  /** '{text}.{signature}', both safe in a URL. */
  sign(purpose: string, text: string): string
  /** The text, or undefined when the signature is not ours. */
  verify(purpose: string, signed: string): string | undefined
  /** The same for what people keep for long: a signature by a secret of before is ours too. */
  verifyLink(purpose: string, signed: string): string | undefined
  /** The same short name for the same text, from which nobody without the secret can tell the text. */
  fingerprint(purpose: string, text: string): string
  /** The same under every secret there was, the one in force first: for what was stored under one of them. */
  fingerprints(purpose: string, text: string): [string, ...string[]]
}

/** `previous`: secrets that sign nothing any more (SESSION_SECRET_PREVIOUS). */
export function createSigner(secret: string, previous: readonly string[] = []): Signer {
  const current = signerOf(secret)
  const before = previous.map(signerOf)
  return {
    ...current,
    verifyLink(purpose, signed) {
      for (const signer of [current, ...before]) {
        const text = signer.verify(purpose, signed)
        if (text !== undefined) return text
      }
      return undefined
    },
    fingerprints: (purpose, text) => [
      current.fingerprint(purpose, text),
      ...before.map((signer) => signer.fingerprint(purpose, text)),
    ],
  }
}

function signerOf(secret: string): Pick<Signer, 'sign' | 'verify' | 'fingerprint'> {
  const keys = new Map<string, Buffer>()
  function keyFor(purpose: string) {
    const known = keys.get(purpose)
    if (known) return known
    const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
    keys.set(purpose, key)
    return key
  }
  const signatureOf = (purpose: string, body: string) =>
    createHmac('sha256', keyFor(purpose)).update(body).digest('base64url')

  return {
    sign(purpose, text) {
      const body = Buffer.from(text).toString('base64url')
      return `${body}.${signatureOf(purpose, body)}`
    },
    verify(purpose, signed) {
      const [body, signature, ...rest] = signed.split('.')
      if (!body || !signature || rest.length > 0) return undefined
      // As text: the same bytes can be spelled in several ways, and a link has one address.
      const given = Buffer.from(signature)
      const expected = Buffer.from(signatureOf(purpose, body))
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
      return Buffer.from(body, 'base64url').toString()
    },
    fingerprint: (purpose, text) => signatureOf(purpose, text).slice(0, 22),
  }
}
