import { AsyncLocalStorage } from 'node:async_hooks'
import { argon2, type Argon2Parameters, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { createPasswordHashQueue, type HashQueueName } from './password-hash-queue.server.ts'

const derive = promisify(argon2) as (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>

/** OWASP's password storage cheat sheet: argon2id with 19 MiB, two passes, one lane. */
const parameters = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }

export type Passwords = ReturnType<typeof createPasswords>

/** `hash` and `verify` wait in one queue, and throw QueueFull when that is full. */
export function createPasswords({ longFrom }: { longFrom: number }) {
  const withLength = (hash: string, password: string) => `${hash}.${isLong(password, longFrom) ? 'long' : 'short'}`

  const enqueue = createPasswordHashQueue()
  // The library calls back without context.
  const storage = new AsyncLocalStorage<HashRequest>()
  const inQueue = <Result>(work: () => Promise<Result>) => enqueue(storage.getStore()?.queue ?? 'sign-in', work)
  return {
    hash: (password: string) => inQueue(async () => withLength(await hashPassword(password), password)),
    async verify(given: { hash: string; password: string }) {
      const request = storage.getStore()
      const isRight = await inQueue(() => verifyPassword(given))
      if (isRight && request) request.rightHash = given.hash
      return isRight
    },
    withLength,
    /** Passwords that `work` hashes wait in this queue. */
    runInQueue: <Result>(request: HashRequest, work: () => Promise<Result>) => storage.run(request, work),
  }
}

/** `rightHash`: the stored hash that the password matched. */
export type HashRequest = { queue: HashQueueName; rightHash?: string }

/** Undefined for a password that was set before its length was noted. */
export function wasLong(hash: string): boolean | undefined {
  const noted = hash.split('.')[3]
  return noted === undefined ? undefined : noted === 'long'
}

const isLong = (password: string, from: number) => [...password].length >= from

/**
 * Salt and tag in base64url, after the name of the parameters. A suffix notes whether the password is long, since that
 * matters later, when two-factor authentication is turned off or the account becomes the admin's.
 */
async function hashPassword(password: string) {
  const nonce = randomBytes(16)
  const tag = await derive('argon2id', { ...parameters, message: normalize(password), nonce })
  return `argon2id-1.${nonce.toString('base64url')}.${tag.toString('base64url')}`
}

async function verifyPassword({ hash, password }: { hash: string; password: string }) {
  const [name, salt = '', tag = ''] = hash.split('.')
  if (name !== 'argon2id-1') return false
  const expected = Buffer.from(tag, 'base64url')
  const given = await derive('argon2id', {
    ...parameters,
    message: normalize(password),
    nonce: Buffer.from(salt, 'base64url'),
  })
  return expected.length === given.length && timingSafeEqual(expected, given)
}

/** Keyboards encode the same letter differently (NIST SP 800-63B-4, 3.1.1.2). */
const normalize = (password: string) => password.normalize('NFKC')
