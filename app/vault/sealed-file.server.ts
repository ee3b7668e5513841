import { createHash, hkdfSync, randomBytes } from 'node:crypto'
import { open } from 'node:fs/promises'
import { decrypt, encrypt, nonceBytes, tagBytes } from './aes-gcm.server.ts'
import { createWrapping } from './wrapping.server.ts'
import { OperatorError } from '#app/operator-error.ts'

type FileKind = 'data' | 'keys'

const magic = Buffer.from('CLINICBK')
const version = 1
const kinds: Record<FileKind, string> = { data: 'D', keys: 'K' }
const fingerprintAt = magic.length + 2
const saltAt = fingerprintAt + 12
const headBytes = saltAt + 32
const sumBytes = 32
const chunkBytes = 64 * 1024
/** A bit of the frame's length: this is the last frame. */
const lastFlag = 0x8000_0000

/**
 * Encrypts and authenticates files of any length in chunks; app/database/backups/README.md has the format. Seals with the
 * first key, and opens with any of them.
 */
export function createFileSealing(keys: () => Promise<[string, ...string[]]>) {
  const toFingerprint = (encryptionKey: string) => Buffer.from(createWrapping(encryptionKey).fingerprint, 'base64url')

  return {
    async *seal(kind: FileKind, plain: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      const [encryptionKey] = await keys()
      const head = Buffer.concat([
        magic,
        Buffer.from([version]),
        Buffer.from(kinds[kind]),
        toFingerprint(encryptionKey),
        randomBytes(32),
      ])
      const key = deriveKey(encryptionKey, head)
      const sum = createHash('sha256')
      const counted = (bytes: Uint8Array) => {
        sum.update(bytes)
        return bytes
      }
      yield counted(head)
      let number = 0
      for await (const { bytes, isLast } of inChunks(plain))
        yield counted(encryptFrame(key, head, number++, bytes, isLast))
      yield sum.digest()
    },
    /** Whether its head names another key than the one in force. */
    async isOld(path: string) {
      const file = await open(path)
      const head = await reader(file, headBytes)(headBytes)
      await file.close()
      const [encryptionKey] = await keys()
      return !toFingerprint(encryptionKey).equals(head.subarray(fingerprintAt, saltAt))
    },
    /** Throws `OperatorError` before the first byte when the file is not as it was written, or is not ours. */
    async *open(kind: FileKind, path: string): AsyncGenerator<Buffer> {
      const file = await open(path).catch((error: NodeJS.ErrnoException) => {
        const isMissing = error.code === 'ENOENT' && kind === 'keys'
        throw new OperatorError(
          isMissing
            ? `${path} is missing: copy clinic.keys into the folder of the backup. Without it nothing can be restored.`
            : `${path} cannot be read (${error.code}).`,
        )
      })
      const damaged = () => new OperatorError(`${path} is damaged or was cut off. ${advice[kind]}`)
      try {
        const stat = await file.stat()
        if (stat.isDirectory()) throw new OperatorError(`${path} is a folder. Name the .backup file in it.`)
        const { size } = stat
        const at = reader(file, size)
        const head = await at(headBytes)
        const problem = findHeadProblem(head, kind)
        if (problem === 'damaged') throw damaged()
        if (problem) throw new OperatorError(`${path} ${problem}`)
        if (!(await isWhole(file, size))) throw damaged()
        const encryptionKey = (await keys()).find((one) =>
          toFingerprint(one).equals(head.subarray(fingerprintAt, saltAt)),
        )
        if (!encryptionKey) throw new OperatorError(`${path} was made with a different ENCRYPTION_KEY. Set that one.`)
        const key = deriveKey(encryptionKey, head)
        for (let number = 0, isLast = false; !isLast; number += 1) {
          const word = await at(4)
          isLast = (word.readUInt32BE() & lastFlag) !== 0
          const length = word.readUInt32BE() % lastFlag
          // Longer frames are not ours, and memory has to stay bounded.
          if (length > chunkBytes + tagBytes || length < tagBytes) throw damaged()
          yield decryptFrame(key, head, { number, word, sealed: await at(length) }, damaged)
        }
        if ((await at(sumBytes)).length !== sumBytes || (await at(1)).length > 0) throw damaged()
      } catch (error) {
        throw error instanceof RangeError ? damaged() : error
      } finally {
        await file.close()
      }
    },
  }
}

/** There are many backups, and one file of keys. */
const advice = { data: 'Use another backup.', keys: 'Copy it again.' } satisfies Record<FileKind, string>

function findHeadProblem(head: Buffer, kind: FileKind) {
  if (!head.subarray(0, magic.length).equals(magic)) return 'is not a backup of this program.'
  if (head[magic.length] !== version)
    return `has format ${head[magic.length]}, which this version does not support. Restore it with the version that made it.`
  if (head.length < headBytes) return 'damaged'
  const found = String.fromCharCode(head[magic.length + 1] ?? 0)
  if (found === kinds[kind]) return undefined
  if (!Object.values(kinds).includes(found)) return 'damaged'
  return kind === 'data' ? 'has keys, not data. Name the .backup file.' : 'has data, not keys.'
}

const deriveKey = (encryptionKey: string, head: Buffer) =>
  Buffer.from(hkdfSync('sha256', encryptionKey, head.subarray(saltAt), 'backup file', 32))

function encryptFrame(key: Buffer, head: Buffer, number: number, plain: Buffer, isLast: boolean) {
  const word = Buffer.alloc(4)
  word.writeUInt32BE(plain.length + tagBytes + (isLast ? lastFlag : 0))
  const sealed = encrypt(key, plain, Buffer.concat([head, word]), toNonce(number))
  return Buffer.concat([word, sealed.subarray(nonceBytes)])
}

type Frame = { number: number; word: Buffer; sealed: Buffer }

function decryptFrame(key: Buffer, head: Buffer, { number, word, sealed }: Frame, damaged: () => Error) {
  try {
    return decrypt(key, Buffer.concat([toNonce(number), sealed]), Buffer.concat([head, word]))
  } catch {
    throw damaged()
  }
}

/** Each file has its own key, so nonces are never reused. */
function toNonce(number: number) {
  const nonce = Buffer.alloc(nonceBytes)
  nonce.writeBigUInt64BE(BigInt(number), 4)
  return nonce
}

type File = Awaited<ReturnType<typeof open>>

/** Reads the next `length` bytes; fewer at the end of the file. */
function reader(file: File, size: number) {
  let position = 0
  return async (length: number) => {
    const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - position)))
    const { bytesRead } = await file.read(bytes, 0, bytes.length, position)
    position += bytesRead
    return bytes.subarray(0, bytesRead)
  }
}

async function isWhole(file: File, size: number) {
  const next = reader(file, size - sumBytes)
  const sum = createHash('sha256')
  for (let bytes = await next(chunkBytes); bytes.length > 0; bytes = await next(chunkBytes)) sum.update(bytes)
  const stored = Buffer.alloc(sumBytes)
  await file.read(stored, 0, sumBytes, Math.max(0, size - sumBytes))
  return sum.digest().equals(stored)
}

async function* inChunks(parts: AsyncIterable<Uint8Array>) {
  let waiting: Uint8Array[] = []
  let length = 0
  for await (const part of parts) {
    waiting.push(part)
    length += part.length
    if (length <= chunkBytes) continue
    let bytes = Buffer.concat(waiting)
    for (; bytes.length > chunkBytes; bytes = bytes.subarray(chunkBytes))
      yield { bytes: bytes.subarray(0, chunkBytes), isLast: false }
    waiting = [bytes]
    length = bytes.length
  }
  yield { bytes: Buffer.concat(waiting), isLast: true }
}
