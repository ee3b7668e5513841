import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

export type Signer = ReturnType<typeof createSigner>

/**
 * Signs short texts for links and cookies. A signature is valid for one purpose only. `previous`:
 * SESSION_SECRET_PREVIOUS.
 */
export function createSigner(secret: string, previous: readonly string[] = []) {
  const current = createOneSigner(secret)
  const signers = [current, ...previous.map(createOneSigner)]
  return {
    ...current,
    /** `verify` for links, which people use for long: previous secrets verify too. */
    verifyLink(purpose: string, signed: string) {
      for (const signer of signers) {
        const text = signer.verify(purpose, signed)
        if (text !== undefined) return text
      }
      return undefined
    },
    /** With every secret, the current one first: to find a fingerprint that an earlier secret made. */
    fingerprints: (purpose: string, text: string) => signers.map((signer) => signer.fingerprint(purpose, text)),
  }
}

function createOneSigner(secret: string) {
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
    /** '{text}.{signature}', both safe in a URL. */
    sign(purpose: string, text: string) {
      const body = Buffer.from(text).toString('base64url')
      return `${body}.${computeSignature(purpose, body)}`
    },
    /** The text; undefined when the signature is wrong. */
    verify(purpose: string, signed: string) {
      const [body, signature, ...rest] = signed.split('.')
      if (!body || !signature || rest.length > 0) return undefined
      // Compared as text, since base64url has several spellings of the same bytes.
      const given = Buffer.from(signature)
      const expected = Buffer.from(computeSignature(purpose, body))
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
      return Buffer.from(body, 'base64url').toString()
    },
    /** A short keyed hash. */
    fingerprint: (purpose: string, text: string) => computeSignature(purpose, text).slice(0, 22),
  }
}
