import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { collect, type CopyLocks, inOnePiece } from './copy-deps.ts'

/** `until`: everything that was committed before is in it, in epoch milliseconds. */
export type Changes = { until: number; changeset: Buffer }

/** Sealed under its name, so that no object can stand in for another. */
export async function packChanges({ encrypt, pieces }: CopyLocks, name: string, { until, changeset }: Changes) {
  const head = Buffer.alloc(8)
  head.writeDoubleBE(until)
  const sealed = await pieces.seal(name, Buffer.concat([head, zstdCompressSync(changeset)]))
  return collect(encrypt(inOnePiece(sealed)))
}

/** Throws `OperatorError` when it is not as it was written. */
export async function unpackChanges({ decrypt, pieces }: CopyLocks, name: string, bytes: Buffer): Promise<Changes> {
  const opened = await pieces.open(name, await collect(decrypt(inOnePiece(bytes), name)))
  return { until: opened.readDoubleBE(), changeset: zstdDecompressSync(opened.subarray(8)) }
}
