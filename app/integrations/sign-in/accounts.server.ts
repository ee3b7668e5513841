import type { AuthContext } from './auth.server.ts'

export type Account = {
  id: string
  name: string
  /** Lower case. */
  email: string
  isVerified: boolean
  hasSecondFactor: boolean
}

/** Accounts and their passwords; `hash` is always what `SignIn.hash` made of a password. */
export function createAccounts(context: Promise<AuthContext>) {
  async function setPassword(accountId: string, hash: string) {
    const { internalAdapter } = await context
    await internalAdapter.updatePassword(accountId, hash)
  }

  return {
    setPassword,

    async findAccount(email: string) {
      const found = await (await context).internalAdapter.findUserByEmail(email)
      return found ? accountOf(found.user) : undefined
    },

    async findAccountById(id: string) {
      const user = await (await context).internalAdapter.findUserById(id)
      return user ? accountOf(user) : undefined
    },

    /** Throws when the address has an account by now. */
    async addAccount({ name, email, hash, isVerified }: NewAccount) {
      const { internalAdapter } = await context
      const user = await internalAdapter.createUser(
        { name, email, emailVerified: isVerified },
        { method: 'email-password' },
      )
      await internalAdapter.linkAccount({
        userId: user.id,
        providerId: 'credential',
        accountId: user.id,
        password: hash,
      })
      return user.id
    },

    /**
     * Whoever proves the address owns the account: passwords, sign-ins and second factors of whoever made it before are
     * worth nothing (product decisions, 'Admin identity').
     */
    async verifyAccount(accountId: string, hash: string) {
      const { adapter, internalAdapter } = await context
      const ofAccount = [{ field: 'userId', value: accountId }]
      await adapter.deleteMany({ model: 'session', where: ofAccount })
      await adapter.deleteMany({ model: 'twoFactor', where: ofAccount })
      await internalAdapter.updateUser(accountId, { emailVerified: true, twoFactorEnabled: false })
      await setPassword(accountId, hash)
    },

    async rename(accountId: string, name: string) {
      await (await context).internalAdapter.updateUser(accountId, { name })
    },

    /** Made before that moment, with an address that nobody proved since; some hundreds at most. */
    async listUnverifiedBefore(moment: number): Promise<string[]> {
      const found = await (
        await context
      ).adapter.findMany<{ id: string }>({
        model: 'user',
        where: [
          { field: 'emailVerified', value: false },
          { field: 'createdAt', value: new Date(moment), operator: 'lt' },
        ],
        limit: 500,
      })
      return found.map(({ id }) => id)
    },

    async removeAccount(accountId: string) {
      await (await context).internalAdapter.deleteUser(accountId)
    },
  }
}

type NewAccount = { name: string; email: string; hash: string; isVerified: boolean }

type User = { id: string; name: string; email: string; emailVerified: boolean; twoFactorEnabled?: boolean | null }

const accountOf = ({ id, name, email, emailVerified, twoFactorEnabled }: User): Account => ({
  id,
  name,
  email,
  isVerified: emailVerified,
  hasSecondFactor: twoFactorEnabled === true,
})
