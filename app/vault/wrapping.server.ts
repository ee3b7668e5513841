import { hkdfSync } from 'node:crypto'
import { decrypt, encrypt } from './aes-gcm.server.ts'

/** What has a key of its own: a kind of secret, and whose it is. */
export type KeyHolder = { purpose: string; id: string }

/** Wraps record keys with an `ENCRYPTION_KEY`. */
export type Wrapping = {
  /** Tells one ENCRYPTION_KEY from another, and nothing else about it. */
  fingerprint: string
  wrap(holder: KeyHolder, key: Uint8Array): Uint8Array
  /** Throws when the wrapped key was altered, is another holder's, or was wrapped with another ENCRYPTION_KEY. */
  unwrap(holder: KeyHolder, wrapped: Uint8Array): Buffer
}

export function createWrapping(encryptionKey: string): Wrapping {
  const derive = (purpose: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', encryptionKey, '', `record keys: ${purpose}`, bytes))
  const key = derive('wrapping', 32)
  return {
    fingerprint: derive('fingerprint', 12).toString('base64url'),
    wrap: (holder, recordKey) => encrypt(key, recordKey, boundTo(holder)),
    unwrap: (holder, wrapped) => decrypt(key, wrapped, boundTo(holder)),
  }
}

const boundTo = ({ purpose, id }: KeyHolder) => JSON.stringify(['record key', purpose, id])
