import { hkdfSync } from 'node:crypto'
import { decrypt, encrypt } from './aes-gcm.server.ts'

/** A record, or another holder of a key. */
export type KeyHolder = { purpose: string; id: string }

export function createWrapping(encryptionKey: string) {
  const derive = (purpose: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', encryptionKey, '', `record keys: ${purpose}`, bytes))
  const key = derive('wrapping', 32)
  return {
    /** Identifies the ENCRYPTION_KEY without revealing it. */
    fingerprint: derive('fingerprint', 12).toString('base64url'),
    wrap: (holder: KeyHolder, recordKey: Uint8Array) => encrypt(key, recordKey, boundTo(holder)),
    /** Throws when the wrapped key was altered, is another holder's, or was wrapped with another ENCRYPTION_KEY. */
    unwrap: (holder: KeyHolder, wrapped: Uint8Array) => decrypt(key, wrapped, boundTo(holder)),
  }
}

const boundTo = ({ purpose, id }: KeyHolder) => JSON.stringify(['record key', purpose, id])
