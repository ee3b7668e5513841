import { betterAuth, type BetterAuthOptions } from 'better-auth'
import { twoFactor } from 'better-auth/plugins'
import type { Passwords } from './password-hash.server.ts'

export type AuthSettings = {
  /** Signs the library's cookies. */
  secret: string
  publicOrigin: string
  secure: boolean
  /** The cookie that says who is signed in; the page cache knows it by this name. */
  sessionCookie: string
  /** From how many characters on a password is noted as long. */
  longFrom: number
  /** Whether an address must be proved before its account can be signed in to. */
  requireVerifiedEmail: boolean
}

/** Our open database, as the library takes it. */
export type AuthDatabase = Extract<BetterAuthOptions['database'], { db: unknown; type: unknown }>

/**
 * The sign-in library on our own tables. Called through `auth.api` from our actions only: mounted, its routes would
 * bypass our answers, limits and audit. Without transactions of its own, since it calls back while they are open.
 */
export const createAuth = (database: AuthDatabase, settings: AuthSettings, passwords: Passwords) =>
  betterAuth(authOptions(database, settings, passwords))

export type AuthContext = Awaited<ReturnType<typeof createAuth>['$context']>

/** Holds the name of a sign-in that waits for a code. */
export const secondFactorCookie = 'second-factor'

const day = 24 * 60 * 60

/** Apart, so that a test can ask the library whether its tables are as it wants them. */
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
      // Ours counts codes before they are looked at, with waits that grow.
      accountLockout: { enabled: false },
      twoFactorTable: 'two_factors',
      schema: {
        user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
        twoFactor: {
          fields: {
            backupCodes: 'backup_codes',
            userId: 'user_id',
            failedVerificationCount: 'failed_verification_count',
            lockedUntil: 'locked_until',
          },
        },
      },
    }),
  ],
  user: {
    modelName: 'users',
    fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
  },
  session: {
    modelName: 'sessions',
    // Ends after a month without a visit; a visit on another day moves the end.
    expiresIn: 30 * day,
    updateAge: day,
    fields: {
      expiresAt: 'expires_at',
      createdAt: 'created_at',
      updatedAt: 'updated_at',
      ipAddress: 'ip_address',
      userAgent: 'user_agent',
      userId: 'user_id',
    },
  },
  account: {
    modelName: 'credentials',
    fields: {
      accountId: 'account_id',
      providerId: 'provider_id',
      userId: 'user_id',
      accessToken: 'access_token',
      refreshToken: 'refresh_token',
      idToken: 'id_token',
      accessTokenExpiresAt: 'access_token_expires_at',
      refreshTokenExpiresAt: 'refresh_token_expires_at',
      createdAt: 'created_at',
      updatedAt: 'updated_at',
    },
  },
  verification: {
    modelName: 'verifications',
    fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
  },
  advanced: {
    useSecureCookies: false,
    // It would believe whatever X-Forwarded-For says, and nobody needs it.
    ipAddress: { disableIpTracking: true },
    defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' as const, path: '/', secure },
    cookies: { session_token: { name: sessionCookie }, two_factor: { name: secondFactorCookie } },
  },
  // Ours count per account and per network, in the database.
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
  // It names addresses; what goes wrong is thrown, and logged by who called.
  logger: { disabled: true },
})
