import { isAPIError } from 'better-auth/api'
import { createAccounts } from './accounts.server.ts'
import { type AuthDatabase, type AuthSettings, createAuth, ofAccount } from './auth.server.ts'
import { type HashQueueName, QueueFull } from './password-hash-queue.server.ts'
import { createPasswords, type HashRequest, wasLong } from './password-hash.server.ts'
import { createPasskeys } from './passkeys.server.ts'
import { createPermissions } from './permissions.server.ts'
import { createSecondFactors } from './second-factor.server.ts'
import { createSessions, sessionHeaders } from './sessions.server.ts'

/** `wrong`: an unknown address or a wrong password; `busy`: the password queue is full. */
type Rejected = { ok: false; reason: 'wrong' } | { ok: false; reason: 'busy' }

/** `needsCode`: the session starts once a code is entered; `unverified`: the password is right. */
type Outcome =
  | { ok: true; accountId: string; needsCode: boolean; cookies: string[] }
  | { ok: false; reason: 'unverified' }
  | Rejected

export type { HashQueueName } from './password-hash-queue.server.ts'

type Credentials = { email: string; password: string; queue?: HashQueueName }

export type SignIn = ReturnType<typeof createSignIn>

/**
 * What we need of the sign-in library; `cookies` are Set-Cookie values for the answer. Everything that hashes no
 * password may be called inside a transaction, and is then part of it.
 */
export function createSignIn(database: AuthDatabase, settings: AuthSettings) {
  const passwords = createPasswords(settings)
  const auth = createAuth(database, settings, passwords)
  const findHash = async (accountId: string) =>
    (await (await auth.$context).internalAdapter.findCredentialAccount(accountId))?.password

  /**
   * Whether the hash that a password just matched is still stored: the password may have been changed meanwhile. An
   * update, not a read, so that it waits for a change that commits right now; it also notes a length not noted yet.
   */
  async function isCurrent(accountId: string, hash: string | undefined, password: string) {
    if (hash === undefined) return false
    const { adapter } = await auth.$context
    const where = [...ofAccount(accountId), { field: 'password', value: hash }]
    const noted = wasLong(hash) === undefined ? passwords.withLength(hash, password) : hash
    return (await adapter.updateMany({ model: 'account', where, update: { password: noted } })) > 0
  }

  return {
    ...createSessions(auth),
    ...createAccounts(auth.$context),
    ...createPermissions(auth.$context),
    ...createSecondFactors(auth),
    ...createPasskeys(auth),

    /** Undefined when the queue is full. */
    hash: (password: string, queue: HashQueueName) =>
      passwords.runInQueue({ queue }, () => passwords.hash(password)).catch(undefinedIfFull),

    async verifyPassword(accountId: string, password: string, queue: HashQueueName): Promise<{ ok: true } | Rejected> {
      const hash = await findHash(accountId)
      if (!hash) return { ok: false, reason: 'wrong' }
      const isRight = await passwords
        .runInQueue({ queue }, () => passwords.verify({ hash, password }))
        .catch(undefinedIfFull)
      if (isRight === undefined) return { ok: false, reason: 'busy' }
      return isRight && (await isCurrent(accountId, hash, password)) ? { ok: true } : { ok: false, reason: 'wrong' }
    },

    /** Undefined for a password from before lengths were noted, until its owner signs in. */
    async hasLongPassword(accountId: string): Promise<boolean | undefined> {
      const hash = await findHash(accountId)
      return hash ? wasLong(hash) : false
    },

    /** Starts a new session. Takes as long for an unknown address as for a known one. */
    async signIn({ queue = 'sign-in', ...credentials }: Credentials, headers: Headers): Promise<Outcome> {
      try {
        const hashed: HashRequest = { queue }
        const answer = await passwords.runInQueue(hashed, () =>
          auth.api.signInEmail({ body: credentials, headers: sessionHeaders(headers), returnHeaders: true }),
        )
        const cookies = answer.headers.getSetCookie()
        // The library's type does not include its plugin's answer.
        const { user, token } = answer.response as { user?: { id: string }; token?: string }
        const { internalAdapter } = await auth.$context
        const accountId = user?.id ?? (await internalAdapter.findUserByEmail(credentials.email))?.user.id
        if (!accountId) throw new Error('an account that waits for a code is gone')
        if (await isCurrent(accountId, hashed.rightHash, credentials.password))
          return { ok: true, accountId, needsCode: user === undefined, cookies }
        // The password was changed meanwhile; this session began after all others had been ended.
        if (token) await internalAdapter.deleteSession(token)
        return { ok: false, reason: 'wrong' }
      } catch (error) {
        if (error instanceof QueueFull) return { ok: false, reason: 'busy' }
        if (!isAPIError(error)) throw error
        return { ok: false, reason: error.body?.code === 'EMAIL_NOT_VERIFIED' ? 'unverified' : 'wrong' }
      }
    },
  }
}

function undefinedIfFull(error: unknown): undefined {
  if (!(error instanceof QueueFull)) throw error
}
