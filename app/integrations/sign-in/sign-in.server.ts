import { isAPIError } from 'better-auth/api'
import { createAccounts } from './accounts.server.ts'
import { type AuthDatabase, type AuthSettings, createAuth } from './auth.server.ts'
import { type HashPlace, TooManyAtOnce } from './password-hash-queue.server.ts'
import { createPasswords, wasLong } from './password-hash.server.ts'
import { createPermissions } from './permissions.server.ts'
import { createSecondFactors } from './second-factor.server.ts'
import { createSessions } from './sessions.server.ts'
import { isSignedByUs } from './signed-by-us.server.ts'

/**
 * `wrong` says the same of an unknown address and of a wrong password; `unproved` is said after the right one only;
 * `busy`: too many passwords wait to be checked. `waitsForCode`: nobody is signed in until a second factor is given.
 */
type Outcome =
  | { ok: true; accountId: string; waitsForCode: boolean; cookies: string[] }
  | { ok: false; reason: 'wrong' | 'unproved' | 'busy' }

export type { HashPlace } from './password-hash-queue.server.ts'

type Credentials = { email: string; password: string; place?: HashPlace }

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

  /** Of a right password that was set before its length was noted. */
  async function noteLength(accountId: string, hash: string | null | undefined, password: string) {
    if (!hash || wasLong(hash) !== undefined) return
    const { adapter } = await auth.$context
    const where = [
      { field: 'userId', value: accountId },
      { field: 'password', value: hash },
    ]
    await adapter.updateMany({ model: 'account', where, update: { password: passwords.withLength(hash, password) } })
  }

  return {
    ...createSessions(auth),
    ...createAccounts(auth.$context),
    ...createPermissions(auth.$context),
    ...createSecondFactors(auth),

    /** Of the session cookie's value, without asking the database whether the sign-in still holds. */
    isSignedByUs: (value: string) => isSignedByUs(value, settings.secret),

    /** Undefined when too many passwords wait. */
    hash: (password: string, place: HashPlace) =>
      passwords.waitingAt(place, () => passwords.hash(password)).catch(busy),

    /** Undefined when too many passwords wait. */
    async isPasswordOf(accountId: string, password: string, place: HashPlace): Promise<boolean | undefined> {
      const hash = await hashOf(accountId)
      if (!hash) return false
      const isRight = await passwords.waitingAt(place, () => passwords.verify({ hash, password })).catch(busy)
      if (isRight) await noteLength(accountId, hash, password)
      return isRight
    },

    /** Undefined until somebody signs in with a password that was set before this was noted. */
    async hasLongPassword(accountId: string): Promise<boolean | undefined> {
      const hash = await hashOf(accountId)
      return hash ? wasLong(hash) : false
    },

    /** A new session, whatever the request carried before. Takes as long for an unknown address as for a known one. */
    async signIn({ place = 'sign-in', ...credentials }: Credentials, headers: Headers): Promise<Outcome> {
      try {
        const answer = await passwords.waitingAt(place, () =>
          auth.api.signInEmail({ body: credentials, headers: ownHeaders(headers), returnHeaders: true }),
        )
        const cookies = answer.headers.getSetCookie()
        // The library's type knows nothing of its own plugin.
        const { user } = answer.response as { user?: { id: string } }
        if (user) {
          await noteLength(user.id, await hashOf(user.id), credentials.password)
          return { ok: true, accountId: user.id, waitsForCode: false, cookies }
        }
        const { internalAdapter } = await auth.$context
        const found = await internalAdapter.findUserByEmail(credentials.email)
        if (!found) throw new Error('an account that waits for a code is gone')
        await noteLength(found.user.id, await hashOf(found.user.id), credentials.password)
        return { ok: true, accountId: found.user.id, waitsForCode: true, cookies }
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
