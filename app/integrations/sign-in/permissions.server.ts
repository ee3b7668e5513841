import { randomUUID } from 'node:crypto'
import type { AuthContext } from './auth.server.ts'

/** `until`: epoch milliseconds. */
type Permission = { accountId: string; until: number }

/**
 * Permissions that the links of emails name. One to reset a password works once, one to confirm an email until that is
 * confirmed. Deleting a permission ends its link.
 */
export function createPermissions(context: Promise<AuthContext>) {
  async function add(identifier: string, { accountId, until }: Permission) {
    const { internalAdapter } = await context
    await internalAdapter.createVerificationValue({ identifier, value: accountId, expiresAt: new Date(until) })
  }
  const find = async (identifier: string, now: number) =>
    valueIfValid(now, await (await context).internalAdapter.findVerificationValue(identifier))

  return {
    async addReset(reset: Permission) {
      const id = randomUUID()
      await add(resetIdentifier(id), reset)
      return id
    },

    /** The account's id, while the permission is valid; does not use it up. */
    findReset: (id: string, now: number) => find(resetIdentifier(id), now),

    /** Uses it up; of two at once, one gets the account's id. */
    async consumeReset(id: string, now: number) {
      const { internalAdapter } = await context
      return valueIfValid(now, await internalAdapter.consumeVerificationValue(resetIdentifier(id)))
    },

    addConfirmation: (confirmation: Permission) => add(confirmIdentifier(confirmation), confirmation),

    hasConfirmation: async (confirmation: Permission, now: number) =>
      (await find(confirmIdentifier(confirmation), now)) !== undefined,
  }
}

const resetIdentifier = (id: string) => `reset-password:${id}`
const confirmIdentifier = ({ accountId, until }: Permission) => `confirm-account:${until}:${accountId}`

const valueIfValid = (now: number, found: { value: string; expiresAt: Date } | null) =>
  found && found.expiresAt.getTime() > now ? found.value : undefined
