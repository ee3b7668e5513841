import type { FileSealing } from '#app/database/backups/make-backup.server.ts'

/** The place of the copy; see app/integrations/object-store. Throws `OperatorError`. */
export type CopyStore = {
  create(key: string, content: Uint8Array<ArrayBuffer>): Promise<void>
  createFromFile(key: string, file: Blob, sha256: string): Promise<void>
  replace(key: string, content: Uint8Array<ArrayBuffer>): Promise<void>
  get(key: string): Promise<Buffer | undefined>
  stream(key: string): Promise<AsyncIterable<Uint8Array> | undefined>
  list(start: string, after?: string): Promise<{ key: string; bytes: number }[]>
  countVersions(key: string): Promise<number>
  remove(key: string): Promise<void>
}

type Bytes = AsyncIterable<Uint8Array>

/** Two locks on every object: a public key, so that the machine cannot open what it wrote before, and ENCRYPTION_KEY. */
export type CopyLocks = {
  encrypt(plain: Bytes): Bytes
  decrypt(encrypted: Bytes, name: string): Bytes
  files: FileSealing
  pieces: {
    seal(name: string, plain: Uint8Array): Promise<Uint8Array>
    open(name: string, sealed: Uint8Array): Promise<Buffer>
  }
}

export async function* inOnePiece(bytes: Uint8Array) {
  yield bytes
}

export async function collect(bytes: Bytes): Promise<Buffer<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  for await (const part of bytes) parts.push(part)
  return Buffer.concat(parts)
}
