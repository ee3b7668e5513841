import { randomUUID } from 'node:crypto'
import type { AuthContext } from './auth.server.ts'

/** Permissions to choose a new password, each good for one use; the link in the letter names one by its id, signed. */
export function createResetLinks(context: Promise<AuthContext>) {
  return {
    async addReset({ accountId, until }: { accountId: string; until: number }) {
      const id = randomUUID()
      const { internalAdapter } = await context
      await internalAdapter.createVerificationValue({
        identifier: identifierOf(id),
        value: accountId,
        expiresAt: new Date(until),
      })
      return id
    },

    /** Whose it is, while it is good at `now`; leaves it as it is. */
    async findReset(id: string, now: number) {
      return goodAt(now, await (await context).internalAdapter.findVerificationValue(identifierOf(id)))
    },

    /** Uses it up: of two at once one gets it. Every other one of the same account is worth nothing from then on. */
    async takeReset(id: string, now: number) {
      const { internalAdapter, adapter } = await context
      const accountId = goodAt(now, await internalAdapter.consumeVerificationValue(identifierOf(id)))
      if (accountId) await adapter.deleteMany({ model: 'verification', where: [{ field: 'value', value: accountId }] })
      return accountId
    },
  }
}

const identifierOf = (id: string) => `reset-password:${id}`

const goodAt = (now: number, found: { value: string; expiresAt: Date } | null) =>
  found && found.expiresAt.getTime() > now ? found.value : undefined
