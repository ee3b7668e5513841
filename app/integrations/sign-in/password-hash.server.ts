import { argon2, type Argon2Parameters, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { createHashLine } from './hash-line.server.ts'

const derive = promisify(argon2) as (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>

/** argon2id at the figures of OWASP's password storage cheat sheet: 19 MiB, two passes, one lane. */
const figures = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }

export type Passwords = ReturnType<typeof createPasswords>

/** Both wait in one line, and throw TooManyAtOnce when it is too long. */
export function createPasswords() {
  const inLine = createHashLine()
  return {
    hash: (password: string) => inLine(() => hashPassword(password)),
    verify: (given: { hash: string; password: string }) => inLine(() => verifyPassword(given)),
  }
}

/** Salt and tag in base64url, after the name of the figures they were made with. */
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
