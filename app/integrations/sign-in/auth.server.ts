import { passkey } from '@better-auth/passkey'
import { betterAuth, type BetterAuthOptions } from 'better-auth'
import { APIError } from 'better-auth/api'
import { twoFactor } from 'better-auth/plugins'
import type { Passwords } from './password-hash.server.ts'

export type AuthSettings = {
  /** Signs the library's cookies. */
  secret: string
  publicOrigin: string
  secure: boolean
  /** The page cache knows this cookie by its name. */
  sessionCookie: string
  /** Passwords of this many characters count as long. */
  longFrom: number
  requireVerifiedEmail: boolean
}

export type AuthDatabase = Extract<BetterAuthOptions['database'], { db: unknown; type: unknown }>

/**
 * better-auth on our own tables. Only our actions call it, through `auth.api`: its own routes would bypass our limits
 * and audit trail. It opens no transactions of its own, since it calls back while ours are open.
 */
export const createAuth = (database: AuthDatabase, settings: AuthSettings, passwords: Passwords) =>
  betterAuth(authOptions(database, settings, passwords))

export type AuthContext = Awaited<ReturnType<typeof createAuth>['$context']>

/** For the library's adapter: the rows of an account. */
export const ofAccount = (accountId: string) => [{ field: 'userId', value: accountId }]

/** Names a sign-in that waits for a code. */
export const secondFactorCookie = 'second-factor'

/** Names the challenge that a passkey is to answer. */
const passkeyCookie = 'passkey'

const day = 24 * 60 * 60

/** Exported so that a test can compare our tables with those that the library expects. */
export const authOptions = (
  database: AuthDatabase,
  { secret, publicOrigin, secure, sessionCookie, requireVerifiedEmail }: AuthSettings,
  passwords: Passwords,
) => ({
  database,
  secret,
  baseURL: publicOrigin,
  basePath: '/account',
  emailAndPassword: {
    enabled: true,
    autoSignIn: false,
    requireEmailVerification: requireVerifiedEmail,
    password: passwords,
    minPasswordLength: 8,
    maxPasswordLength: 256,
  },
  plugins: [
    twoFactor({
      // domain/accounts/code-attempts counts codes.
      accountLockout: { enabled: false },
      twoFactorTable: 'two_factors',
      schema: {
        user: { fields: inSnakeCase('twoFactorEnabled') },
        twoFactor: { fields: inSnakeCase('backupCodes', 'userId', 'failedVerificationCount', 'lockedUntil') },
      },
    }),
    passkey({
      // The browser says under which origin the person was asked: no other site can ask in our name.
      origin: publicOrigin,
      advanced: { webAuthnChallengeCookie: passkeyCookie },
      // Found without an email address, and opened by the device's PIN, finger or face.
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      registration: {
        afterVerification: ({ verification }) => requireVerifiedUser(verification.registrationInfo?.userVerified),
      },
      authentication: {
        afterVerification: ({ verification }) => requireVerifiedUser(verification.authenticationInfo.userVerified),
      },
      schema: {
        passkey: {
          modelName: 'passkeys',
          fields: {
            ...inSnakeCase('publicKey', 'userId', 'deviceType', 'backedUp', 'createdAt'),
            credentialID: 'credential_id',
          },
        },
      },
    }),
  ],
  user: { modelName: 'users', fields: inSnakeCase('emailVerified', 'createdAt', 'updatedAt') },
  session: {
    modelName: 'sessions',
    // Ends after a month without a request; a request on another day moves the end.
    expiresIn: 30 * day,
    updateAge: day,
    // Our pages ask who is there before a passkey is added, however old the session is.
    freshAge: 0,
    fields: inSnakeCase('expiresAt', 'createdAt', 'updatedAt', 'ipAddress', 'userAgent', 'userId'),
  },
  account: {
    modelName: 'credentials',
    fields: inSnakeCase(
      'accountId',
      'providerId',
      'userId',
      'accessToken',
      'refreshToken',
      'idToken',
      'accessTokenExpiresAt',
      'refreshTokenExpiresAt',
      'createdAt',
      'updatedAt',
    ),
  },
  verification: { modelName: 'verifications', fields: inSnakeCase('expiresAt', 'createdAt', 'updatedAt') },
  advanced: {
    useSecureCookies: false,
    // It would trust any X-Forwarded-For.
    ipAddress: { disableIpTracking: true },
    defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' as const, path: '/', secure },
    cookies: {
      session_token: { name: sessionCookie },
      two_factor: { name: secondFactorCookie },
      [passkeyCookie]: { name: passkeyCookie },
    },
  },
  // domain/limits counts per account and network.
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
  // Its log would contain email addresses; errors are thrown and logged by the caller.
  logger: { disabled: true },
})

/** The library does not ask for it, and a passkey counts as two factors only because of it. */
async function requireVerifiedUser(isVerified: boolean | undefined) {
  if (!isVerified) throw new APIError('UNAUTHORIZED', { code: 'USER_NOT_VERIFIED' })
}

/** The names of columns, by the library's names of fields. */
const inSnakeCase = (...fields: string[]): Record<string, string> =>
  Object.fromEntries(fields.map((field) => [field, field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]))
