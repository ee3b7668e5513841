import { type AuthContext, ofAccount } from './auth.server.ts'

/** `hash` is always a result of `SignIn.hash`. */
export function createAccounts(context: Promise<AuthContext>) {
  async function setPassword(accountId: string, hash: string) {
    const { internalAdapter } = await context
    await internalAdapter.updatePassword(accountId, hash)
  }

  return {
    setPassword,

    async findAccount(email: string) {
      const found = await (await context).internalAdapter.findUserByEmail(email)
      return found ? toAccount(found.user) : undefined
    },

    async findAccountById(id: string) {
      const user = await (await context).internalAdapter.findUserById(id)
      return user ? toAccount(user) : undefined
    },

    /** Throws when the address has an account. */
    async addAccount({ name, email, hash, isVerified }: NewAccount) {
      const { internalAdapter } = await context
      const user = await internalAdapter.createUser(
        { name, email, emailVerified: isVerified },
        { method: 'email-password' },
      )
      const credential = { userId: user.id, accountId: user.id, providerId: 'credential', password: hash }
      await internalAdapter.linkAccount(credential)
      return user.id
    },

    /**
     * The owner of the address owns the account: passwords, passkeys, sessions and two-factor authentication from before the
     * proof are removed (product decisions, 'Admin identity').
     */
    async verifyAccount(accountId: string, hash: string) {
      const { adapter, internalAdapter } = await context
      await adapter.deleteMany({ model: 'session', where: ofAccount(accountId) })
      await adapter.deleteMany({ model: 'twoFactor', where: ofAccount(accountId) })
      await adapter.deleteMany({ model: 'passkey', where: ofAccount(accountId) })
      await internalAdapter.updateUser(accountId, { emailVerified: true, twoFactorEnabled: false })
      await setPassword(accountId, hash)
    },

    rename: async (accountId: string, name: string) => (await context).internalAdapter.updateUser(accountId, { name }),

    /** At most 500 ids of unverified accounts, created before `moment`. */
    async listUnverifiedBefore(moment: number): Promise<string[]> {
      const { adapter } = await context
      const found = await adapter.findMany<{ id: string }>({
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

/** The library's types do not include its plugin's column. */
type User = { id: string; name: string; email: string; emailVerified: boolean; twoFactorEnabled?: boolean | null }

/** `email` is in lower case. */
export const toAccount = ({ id, name, email, emailVerified, twoFactorEnabled }: User) => ({
  id,
  name,
  email,
  isVerified: emailVerified,
  hasSecondFactor: twoFactorEnabled === true,
})
