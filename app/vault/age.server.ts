import { ReadableStream as NodeStream } from 'node:stream/web'
import { OperatorError } from '#app/operator-error.ts'

// Encryption to a public key, in the format of the program `age` (age-encryption.org).

type Bytes = AsyncIterable<Uint8Array>

/** Takes 20 MB of memory, so only where it is used. */
const loadAge = () => import('age-encryption')

/** The private identity, and the recipient that encrypts to it. */
export async function createKeyPair() {
  const { generateX25519Identity, identityToRecipient } = await loadAge()
  const identity = await generateX25519Identity()
  return { identity, recipient: await identityToRecipient(identity) }
}

export async function isRecipient(text: string) {
  const { Encrypter } = await loadAge()
  return text.startsWith('age1') && accepts(() => new Encrypter().addRecipient(text))
}

export async function isIdentity(text: string) {
  const { Decrypter } = await loadAge()
  return text.startsWith('AGE-SECRET-KEY-1') && accepts(() => new Decrypter().addIdentity(text))
}

function accepts(add: () => void) {
  try {
    add()
    return true
  } catch {
    return false
  }
}

/** Opens with the private identity of any of the recipients. */
export async function* encryptTo(recipients: string[], plain: Bytes) {
  const { Encrypter } = await loadAge()
  const encrypter = new Encrypter()
  for (const recipient of recipients) encrypter.addRecipient(recipient)
  yield* await encrypter.encrypt(toStream(plain))
}

/** Throws `OperatorError` when it was encrypted to another recipient, or was altered. */
export async function* decryptWith(identity: string, encrypted: Bytes, name: string) {
  const { Decrypter } = await loadAge()
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  try {
    yield* await decrypter.decrypt(toStream(encrypted))
  } catch (error) {
    if (error instanceof OperatorError) throw error
    throw new OperatorError(
      `${name} in the copy does not open with this identity, or is damaged. Take the identity from the newest sheet of the copy.`,
    )
  }
}

/** It is the browsers' class, although Node's types tell them apart. */
const toStream = (bytes: Bytes) => NodeStream.from(bytes) as unknown as ReadableStream<Uint8Array>
