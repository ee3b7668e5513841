import { AsyncLocalStorage } from 'node:async_hooks'
import { argon2, type Argon2Parameters, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { createPasswordHashQueue, type HashQueueName } from './password-hash-queue.server.ts'

const derive = promisify(argon2) as (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>

/** argon2id at the figures of OWASP's password storage cheat sheet: 19 MiB, two passes, one lane. */
const figures = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }

export type Passwords = ReturnType<typeof createPasswords>

/** Both wait in one queue, and throw TooManyAtOnce when no place is left there. */
export function createPasswords({ longFrom }: { longFrom: number }) {
  const withLength = (hash: string, password: string) => `${hash}.${isLong(password, longFrom) ? 'long' : 'short'}`

  const enqueue = createPasswordHashQueue()
  // The library calls back without saying for whom.
  const asking = new AsyncLocalStorage<Asking>()
  const inQueue = <Result>(work: () => Promise<Result>) => enqueue(asking.getStore()?.place ?? 'sign-in', work)
  return {
    hash: (password: string) => inQueue(async () => withLength(await hashPassword(password), password)),
    async verify(given: { hash: string; password: string }) {
      const asker = asking.getStore()
      const isRight = await inQueue(() => verifyPassword(given))
      if (isRight && asker) asker.rightHash = given.hash
      return isRight
    },
    withLength,
    /** Passwords that `work` hashes wait in the places of this kind. */
    runInQueue: <Result>(asker: Asking, work: () => Promise<Result>) => asking.run(asker, work),
  }
}

/** `rightHash`: the one that the password turned out to belong to. */
export type Asking = { place: HashQueueName; rightHash?: string }

/** Whether a password was long when it was set; undefined for one that was set before this was noted. */
export function wasLong(hash: string): boolean | undefined {
  const noted = hash.split('.')[3]
  return noted === undefined ? undefined : noted === 'long'
}

const isLong = (password: string, from: number) => [...password].length >= from

/**
 * Salt and tag in base64url, after the name of the figures they were made with. Behind them it is noted whether the
 * password is long: nobody could tell later, when its second factor is turned off or its account becomes the admin's.
 */
async function hashPassword(password: string) {
  const nonce = randomBytes(16)
  const tag = await derive('argon2id', { ...figures, message: plain(password), nonce })
  return `argon2id-1.${nonce.toString('base64url')}.${tag.toString('base64url')}`
}

async function verifyPassword({ hash, password }: { hash: string; password: string }) {
  const [name, salt = '', tag = ''] = hash.split('.')
  if (name !== 'argon2id-1') return false
  const expected = Buffer.from(tag, 'base64url')
  const given = await derive('argon2id', {
    ...figures,
    message: plain(password),
    nonce: Buffer.from(salt, 'base64url'),
  })
  return expected.length === given.length && timingSafeEqual(expected, given)
}

/** The same letters may be typed in two ways, depending on the keyboard (NIST SP 800-63B-4, 3.1.1.2). */
const plain = (password: string) => password.normalize('NFKC')
