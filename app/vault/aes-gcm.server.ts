import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

export const nonceBytes = 12
export const tagBytes = 16

/** AES-256-GCM, as nonce, ciphertext and tag; opens only with the same key and `boundTo`. */
export function encrypt(
  key: Uint8Array,
  plain: Uint8Array,
  boundTo: string | Buffer,
  nonce: Uint8Array = randomBytes(nonceBytes),
): Uint8Array {
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(boundTo))
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** Throws when a byte was altered. */
export function decrypt(key: Uint8Array, encrypted: Uint8Array, boundTo: string | Buffer): Buffer {
  const bytes = Buffer.from(encrypted)
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(boundTo)).setAuthTag(bytes.subarray(-tagBytes))
  return Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()])
}
