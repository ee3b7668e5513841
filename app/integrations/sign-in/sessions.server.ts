import { toAccount } from './accounts.server.ts'
import { type createAuth, ofAccount } from './auth.server.ts'

export function createSessions(auth: ReturnType<typeof createAuth>) {
  return {
    /**
     * The account that a request's cookie belongs to. `since`: time of the sign-in, epoch milliseconds. `cookies` extend a
     * session in use, or clear one that has ended.
     */
    async getSession(headers: Headers) {
      const { response, headers: answered } = await auth.api.getSession({ headers, returnHeaders: true })
      const cookies = answered.getSetCookie()
      if (!response) return { who: undefined, cookies }
      const { id: accountId, ...account } = toAccount(response.user)
      const { id: sessionId, createdAt } = response.session
      return { who: { ...account, accountId, sessionId, since: createdAt.getTime() }, cookies }
    },

    async signOut(headers: Headers) {
      const answer = await auth.api.signOut({ headers, returnHeaders: true })
      return answer.headers.getSetCookie()
    },

    /** By last use, which is known to about a day, newest first. Times are epoch milliseconds. */
    async listSessions(accountId: string) {
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
      const where = [{ field: 'id', value: sessionId }, ...ofAccount(accountId)]
      return (await adapter.deleteMany({ model: 'session', where })) > 0
    },

    async endSessions({ accountId }: { accountId: string }) {
      const { adapter } = await auth.$context
      await adapter.deleteMany({ model: 'session', where: ofAccount(accountId) })
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

/** A session stores only these headers, shortened to what the list of sessions can show. */
export function sessionHeaders(headers: Headers) {
  return new Headers({
    cookie: headers.get('cookie') ?? '',
    'user-agent': (headers.get('user-agent') ?? '').slice(0, 300),
  })
}
