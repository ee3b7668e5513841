import type { createAuth } from './auth.server.ts'

/** The account that a request's cookie belongs to. */
export type SignedIn = {
  accountId: string
  sessionId: string
  name: string
  /** Lower case. */
  email: string
  isVerified: boolean
  hasSecondFactor: boolean
  /** Time of the sign-in, epoch milliseconds. */
  since: number
}

export type Session = {
  id: string
  userAgent: string
  /** Epoch milliseconds; last use to about a day. */
  since: number
  lastUsedAt: number
}

export function createSessions(auth: ReturnType<typeof createAuth>) {
  return {
    /** `cookies` extend a session in use, or clear one that has ended. */
    async getSession(headers: Headers): Promise<{ who?: SignedIn; cookies: string[] }> {
      const { response, headers: answered } = await auth.api.getSession({ headers, returnHeaders: true })
      const cookies = answered.getSetCookie()
      if (!response) return { cookies }
      const { user, session } = response
      const who = {
        accountId: user.id,
        sessionId: session.id,
        name: user.name,
        email: user.email,
        isVerified: user.emailVerified,
        // The type does not include the plugin's column.
        hasSecondFactor: (user as { twoFactorEnabled?: boolean | null }).twoFactorEnabled === true,
        since: session.createdAt.getTime(),
      }
      return { who, cookies }
    },

    async signOut(headers: Headers) {
      const answer = await auth.api.signOut({ headers, returnHeaders: true })
      return answer.headers.getSetCookie()
    },

    /** By last use, newest first. */
    async listSessions(accountId: string): Promise<Session[]> {
      const { internalAdapter } = await auth.$context
      const sessions = await internalAdapter.listSessions(accountId, { onlyActiveSessions: true })
      return sessions
        .map(({ id, userAgent, createdAt, updatedAt }) => ({
          id,
          userAgent: userAgent ?? '',
          since: createdAt.getTime(),
          lastUsedAt: updatedAt.getTime(),
        }))
        .toSorted((a, b) => b.lastUsedAt - a.lastUsedAt)
    },

    /** Only if the session belongs to the account. */
    async endSession({ accountId, sessionId }: { accountId: string; sessionId: string }) {
      const { adapter } = await auth.$context
      const where = [
        { field: 'id', value: sessionId },
        { field: 'userId', value: accountId },
      ]
      return (await adapter.deleteMany({ model: 'session', where })) > 0
    },

    async endSessions({ accountId }: { accountId: string }) {
      const { adapter } = await auth.$context
      await adapter.deleteMany({ model: 'session', where: [{ field: 'userId', value: accountId }] })
    },

    /** Sessions and unused links whose time is over. */
    async deleteExpired(now: number) {
      const { adapter } = await auth.$context
      const expired = [{ field: 'expiresAt', value: new Date(now), operator: 'lt' as const }]
      await adapter.deleteMany({ model: 'session', where: expired })
      await adapter.deleteMany({ model: 'verification', where: expired })
    },
  }
}
