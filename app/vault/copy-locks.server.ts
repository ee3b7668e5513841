import { createKeyPair, decryptWith, encryptTo, isRecipient } from './age.server.ts'
import { createBytesSealing } from './sealed-bytes.server.ts'
import { createFileSealing } from './sealed-file.server.ts'
import { OperatorError } from '#app/operator-error.ts'

type Bytes = AsyncIterable<Uint8Array>
type Keys = () => Promise<[string, ...string[]]>

/**
 * For the process that writes the continuous copy. It encrypts to COPY_RECIPIENT, whose identity is on paper, and to an
 * identity of its own that is only in its memory: with that it can test what it wrote itself, and nobody who takes the
 * machine can read what was written before.
 */
export async function createCopyLocks(recipient: string, keys: Keys) {
  if (!(await isRecipient(recipient)))
    throw new OperatorError('COPY_RECIPIENT: is mistyped. It must be the recipient that npm run copy:recipient prints.')
  const own = await createKeyPair()
  const recipients = [recipient, own.recipient]
  return {
    encrypt: (plain: Bytes) => encryptTo(recipients, plain),
    decrypt: (encrypted: Bytes, name: string) => decryptWith(own.identity, encrypted, name),
    files: createFileSealing(keys),
    pieces: createBytesSealing(keys),
  }
}

/** For a restore, with the identity from the recovery sheet of the copy. */
export const openCopyLocks = (identity: string, keys: Keys) => ({
  encrypt(): Bytes {
    throw new Error('a restore writes nothing to the copy')
  },
  decrypt: (encrypted: Bytes, name: string) => decryptWith(identity, encrypted, name),
  files: createFileSealing(keys),
  pieces: createBytesSealing(keys),
})
