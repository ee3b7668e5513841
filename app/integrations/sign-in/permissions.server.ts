import { randomUUID } from 'node:crypto'
import type { AuthContext } from './auth.server.ts'

/**
 * Permissions behind the links of emails, which name them, signed. Those to choose a new password are good for one use;
 * those to confirm an email until it is confirmed. Deleted ones are worth nothing, whoever holds the link.
 */
export function createPermissions(context: Promise<AuthContext>) {
  async function add(identifier: string, { accountId, until }: { accountId: string; until: number }) {
    const { internalAdapter } = await context
    await internalAdapter.createVerificationValue({ identifier, value: accountId, expiresAt: new Date(until) })
  }
  const find = async (identifier: string, now: number) =>
    goodAt(now, await (await context).internalAdapter.findVerificationValue(identifier))

  return {
    async addReset(reset: { accountId: string; until: number }) {
      const id = randomUUID()
      await add(resetIdentifier(id), reset)
      return id
    },

    /** Whose it is, while it is good at `now`; leaves it as it is. */
    findReset: (id: string, now: number) => find(resetIdentifier(id), now),

    /** Uses it up: of two at once one gets it. */
    async consumeReset(id: string, now: number) {
      const { internalAdapter } = await context
      return goodAt(now, await internalAdapter.consumeVerificationValue(resetIdentifier(id)))
    },

    addConfirmation: (confirmation: { accountId: string; until: number }) =>
      add(confirmIdentifier(confirmation), confirmation),

    hasConfirmation: async (confirmation: { accountId: string; until: number }, now: number) =>
      (await find(confirmIdentifier(confirmation), now)) !== undefined,
  }
}

const resetIdentifier = (id: string) => `reset-password:${id}`
const confirmIdentifier = ({ accountId, until }: { accountId: string; until: number }) =>
  `confirm-account:${until}:${accountId}`

const goodAt = (now: number, found: { value: string; expiresAt: Date } | null) =>
  found && found.expiresAt.getTime() > now ? found.value : undefined
