import { isAPIError } from 'better-auth/api'
import { createAccounts } from './accounts.server.ts'
import { type AuthDatabase, type AuthSettings, createAuth } from './auth.server.ts'
import { type HashQueueName, TooManyAtOnce } from './password-hash-queue.server.ts'
import { type Asking, createPasswords, wasLong } from './password-hash.server.ts'
import { createPermissions } from './permissions.server.ts'
import { createSecondFactors } from './second-factor.server.ts'
import { createSessions } from './sessions.server.ts'

/**
 * `wrong` says the same of an unknown address and of a wrong password; `unproved` is said after the right one only;
 * `busy`: too many passwords wait to be checked. `needsCode`: nobody is signed in until a second factor is given.
 */
type Outcome =
  | { ok: true; accountId: string; needsCode: boolean; cookies: string[] }
  | { ok: false; reason: 'wrong' | 'unproved' | 'busy' }

export type { HashQueueName } from './password-hash-queue.server.ts'

type Credentials = { email: string; password: string; place?: HashQueueName }

export type SignIn = ReturnType<typeof createSignIn>

/**
 * What we need of the sign-in library, reshaped; `cookies` are Set-Cookie values for the answer. All of it except
 * passwords may be called inside a transaction of ours, and then is part of it.
 */
export function createSignIn(database: AuthDatabase, settings: AuthSettings) {
  const passwords = createPasswords(settings)
  const auth = createAuth(database, settings, passwords)
  const hashOf = async (accountId: string) =>
    (await (await auth.$context).internalAdapter.findCredentialAccount(accountId))?.password

  /**
   * Whether a hash that a password was just found to fit is in force still: the password may have been changed while it
   * was looked at. Written and not read, so that a change that commits at this moment is waited for. Notes the length of
   * one that was set before lengths were noted.
   */
  async function isInForce(accountId: string, hash: string | undefined, password: string) {
    if (hash === undefined) return false
    const { adapter } = await auth.$context
    const where = [
      { field: 'userId', value: accountId },
      { field: 'password', value: hash },
    ]
    const noted = wasLong(hash) === undefined ? passwords.withLength(hash, password) : hash
    return (await adapter.updateMany({ model: 'account', where, update: { password: noted } })) > 0
  }

  return {
    ...createSessions(auth),
    ...createAccounts(auth.$context),
    ...createPermissions(auth.$context),
    ...createSecondFactors(auth),

    /** Undefined when too many passwords wait. */
    hash: (password: string, place: HashQueueName) =>
      passwords.runInQueue({ place }, () => passwords.hash(password)).catch(busy),

    /** Undefined when too many passwords wait. */
    async verifyPasswordOf(accountId: string, password: string, place: HashQueueName): Promise<boolean | undefined> {
      const hash = await hashOf(accountId)
      if (!hash) return false
      const isRight = await passwords.runInQueue({ place }, () => passwords.verify({ hash, password })).catch(busy)
      return isRight && isInForce(accountId, hash, password)
    },

    /** Undefined until somebody signs in with a password that was set before this was noted. */
    async hasLongPassword(accountId: string): Promise<boolean | undefined> {
      const hash = await hashOf(accountId)
      return hash ? wasLong(hash) : false
    },

    /** A new session, whatever the request carried before. Takes as long for an unknown address as for a known one. */
    async signIn({ place = 'sign-in', ...credentials }: Credentials, headers: Headers): Promise<Outcome> {
      try {
        const asker: Asking = { place }
        const answer = await passwords.runInQueue(asker, () =>
          auth.api.signInEmail({ body: credentials, headers: ownHeaders(headers), returnHeaders: true }),
        )
        const cookies = answer.headers.getSetCookie()
        // The library's type knows nothing of its own plugin.
        const { user, token } = answer.response as { user?: { id: string }; token?: string }
        const { internalAdapter } = await auth.$context
        const accountId = user?.id ?? (await internalAdapter.findUserByEmail(credentials.email))?.user.id
        if (!accountId) throw new Error('an account that waits for a code is gone')
        if (await isInForce(accountId, asker.rightHash, credentials.password))
          return { ok: true, accountId, needsCode: user === undefined, cookies }
        // The session was made after the change had ended all others; nobody was given it.
        if (token) await internalAdapter.deleteSession(token)
        return { ok: false, reason: 'wrong' }
      } catch (error) {
        if (error instanceof TooManyAtOnce) return { ok: false, reason: 'busy' }
        if (!isAPIError(error)) throw error
        return { ok: false, reason: error.body?.code === 'EMAIL_NOT_VERIFIED' ? 'unproved' : 'wrong' }
      }
    },
  }
}

function busy(error: unknown): undefined {
  if (!(error instanceof TooManyAtOnce)) throw error
}

/** Of what a browser says only this is kept with a sign-in, and not more than a list of sign-ins can show. */
function ownHeaders(headers: Headers) {
  return new Headers({
    cookie: headers.get('cookie') ?? '',
    'user-agent': (headers.get('user-agent') ?? '').slice(0, 300),
  })
}
