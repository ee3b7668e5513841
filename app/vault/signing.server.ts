import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** Signs short texts for links and cookies. A signature is valid for one purpose only. */
export type Signer = {
  /** '{text}.{signature}', both safe in a URL. */
  sign(purpose: string, text: string): string
  /** The text; undefined when the signature is wrong. */
  verify(purpose: string, signed: string): string | undefined
  /** The same for links, which people use for long: previous secrets verify too. */
  verifyLink(purpose: string, signed: string): string | undefined
  /** A short keyed hash. */
  fingerprint(purpose: string, text: string): string
  /** With every secret, the current one first: to find a fingerprint that an earlier secret made. */
  fingerprints(purpose: string, text: string): [string, ...string[]]
}

/** `previous`: SESSION_SECRET_PREVIOUS. */
export function createSigner(secret: string, previous: readonly string[] = []): Signer {
  const current = createOneSigner(secret)
  const before = previous.map(createOneSigner)
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

function createOneSigner(secret: string): Pick<Signer, 'sign' | 'verify' | 'fingerprint'> {
  const keys = new Map<string, Buffer>()
  function keyFor(purpose: string) {
    const known = keys.get(purpose)
    if (known) return known
    const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
    keys.set(purpose, key)
    return key
  }
  const computeSignature = (purpose: string, body: string) =>
    createHmac('sha256', keyFor(purpose)).update(body).digest('base64url')

  return {
    sign(purpose, text) {
      const body = Buffer.from(text).toString('base64url')
      return `${body}.${computeSignature(purpose, body)}`
    },
    verify(purpose, signed) {
      const [body, signature, ...rest] = signed.split('.')
      if (!body || !signature || rest.length > 0) return undefined
      // Compared as text, since base64url has several spellings of the same bytes.
      const given = Buffer.from(signature)
      const expected = Buffer.from(computeSignature(purpose, body))
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
      return Buffer.from(body, 'base64url').toString()
    },
    fingerprint: (purpose, text) => computeSignature(purpose, text).slice(0, 22),
  }
}
