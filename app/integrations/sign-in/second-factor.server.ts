import { randomInt } from 'node:crypto'
import { createOTP } from '@better-auth/utils/otp'
import { isAPIError } from 'better-auth/api'
import { generateRandomString, symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { type createAuth, ofAccount, secondFactorCookie } from './auth.server.ts'

/** `totp`: a code of the authenticator app. */
export type SecondFactorCode = { kind: 'totp' | 'backup'; code: string }

export type WrongCode = { ok: false; reason: 'wrong' }
/** `gone`: the sign-in waited too long, or there were too many wrong codes. */
export type CodeCheck = { ok: true; cookies: string[] } | WrongCode | { ok: false; reason: 'gone' }

const backupCodeCount = 10
const waitingCookie = new RegExp(`(?:^|;\\s*)${secondFactorCookie}=(2fa-[\\w-]+)\\.`)

/** The library encrypts secrets and codes. */
export function createSecondFactors(auth: ReturnType<typeof createAuth>) {
  async function find(accountId: string) {
    const { adapter } = await auth.$context
    return adapter.findOne<{ secret: string; backupCodes: string; verified: boolean | null }>({
      model: 'twoFactor',
      where: ofAccount(accountId),
    })
  }

  /** `encoded`: as the library stores them. */
  async function newCodes() {
    const { secretConfig } = await auth.$context
    const codes = Array.from({ length: backupCodeCount }, newBackupCode)
    return { codes, encoded: await symmetricEncrypt({ key: secretConfig, data: JSON.stringify(codes) }) }
  }

  return {
    /** Creates a secret, which the first right code turns on; replaces an unused one. */
    async prepareSecondFactor(accountId: string) {
      const { adapter, secretConfig } = await auth.$context
      await adapter.deleteMany({ model: 'twoFactor', where: ofAccount(accountId) })
      const { encoded } = await newCodes()
      const secret = await symmetricEncrypt({ key: secretConfig, data: generateRandomString(32) })
      await adapter.create({
        model: 'twoFactor',
        data: { userId: accountId, secret, backupCodes: encoded, verified: false },
      })
    },

    /** The otpauth URL of a secret that waits for its first code. */
    async getPendingSecondFactorUrl(accountId: string, { issuer, account }: { issuer: string; account: string }) {
      const row = await find(accountId)
      if (!row || row.verified !== false) return undefined
      const { secretConfig } = await auth.$context
      const secret = await symmetricDecrypt({ key: secretConfig, data: row.secret })
      return createOTP(secret, { digits: 6, period: 30 }).url(issuer, account)
    },

    /** In the session of `headers`. The first right code of a new secret turns it on and starts a new session. */
    async verifyCode({ kind, code }: SecondFactorCode, headers: Headers) {
      const checked = await check(
        kind === 'totp'
          ? auth.api.verifyTOTP({ body: { code }, headers, returnHeaders: true })
          : auth.api.verifyBackupCode({ body: { code, disableSession: true }, headers, returnHeaders: true }),
      )
      return checked.ok ? checked : { ok: false as const, reason: 'wrong' as const }
    },

    /** The account of a sign-in that waits for a code. The id in the cookie cannot be guessed. */
    async findPendingAccount(headers: Headers) {
      const { internalAdapter } = await auth.$context
      const identifier = waitingCookie.exec(headers.get('cookie') ?? '')?.[1]
      const waiting = identifier ? await internalAdapter.findVerificationValue(identifier) : undefined
      return waiting && waiting.expiresAt.getTime() > Date.now() ? waiting.value : undefined
    },

    /** Completes the sign-in that waits for a code. */
    signInWithCode({ kind, code }: SecondFactorCode, headers: Headers) {
      const given = { body: { code }, headers, returnHeaders: true as const }
      return check(kind === 'totp' ? auth.api.verifyTOTP(given) : auth.api.verifyBackupCode(given))
    },

    async getBackupCodes(accountId: string): Promise<string[]> {
      if (!(await find(accountId))) return []
      return (await auth.api.viewBackupCodes({ body: { userId: accountId } })).backupCodes
    },

    /** The old codes stop working. */
    async renewBackupCodes(accountId: string) {
      const { adapter } = await auth.$context
      const { codes, encoded } = await newCodes()
      await adapter.update({ model: 'twoFactor', where: ofAccount(accountId), update: { backupCodes: encoded } })
      return codes
    },

    async removeSecondFactor(accountId: string) {
      const { adapter, internalAdapter } = await auth.$context
      await adapter.deleteMany({ model: 'twoFactor', where: ofAccount(accountId) })
      await internalAdapter.updateUser(accountId, { twoFactorEnabled: false })
    },
  }
}

async function check(answer: Promise<{ headers: Headers }>): Promise<CodeCheck> {
  try {
    return { ok: true, cookies: (await answer).headers.getSetCookie() }
  } catch (error) {
    if (!isAPIError(error)) throw error
    const isGone = ['INVALID_TWO_FACTOR_COOKIE', 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE'].includes(error.body?.code ?? '')
    return { ok: false, reason: isGone ? 'gone' : 'wrong' }
  }
}

/** Without letters and digits that look alike, since people copy codes from paper. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const half = 5

function newBackupCode() {
  const signs = Array.from({ length: 2 * half }, () => alphabet[randomInt(alphabet.length)])
  return `${signs.slice(0, half).join('')}-${signs.slice(half).join('')}`
}
