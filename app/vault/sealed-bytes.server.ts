import { hkdfSync } from 'node:crypto'
import { decrypt, encrypt } from './aes-gcm.server.ts'
import { OperatorError } from '#app/operator-error.ts'

/** Seals short pieces that are stored under a name, with the first key; opens them with any. */
export function createBytesSealing(keys: () => Promise<[string, ...string[]]>) {
  return {
    async seal(name: string, plain: Uint8Array) {
      const [encryptionKey] = await keys()
      return encrypt(deriveKey(encryptionKey), plain, name)
    },
    /** Throws `OperatorError` when it was altered, or was sealed under another name or key. */
    async open(name: string, sealed: Uint8Array) {
      for (const encryptionKey of await keys()) {
        try {
          return decrypt(deriveKey(encryptionKey), sealed, name)
        } catch {
          // The next key may be the one.
        }
      }
      throw new OperatorError(`${name} was made with a different ENCRYPTION_KEY, or is damaged.`)
    },
  }
}

const deriveKey = (encryptionKey: string) => Buffer.from(hkdfSync('sha256', encryptionKey, '', 'named pieces', 32))
