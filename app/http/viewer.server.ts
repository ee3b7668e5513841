import { createContext } from 'react-router'
import { isSessionValid } from '#app/domain/accounts/admin.ts'
import { type Access, findAccess } from '#app/domain/accounts/find-access.server.ts'
import { findRecordAt } from '#app/domain/content/content-record.ts'
import type { Viewer } from '#app/domain/accounts/viewer.ts'
import type { Services } from '#app/services.server.ts'
import { recordPath } from '#content/record-path.ts'
import { pageContext, servicesContext, type RequestContext } from './context.ts'
import { clearCookie, cookieNames, readCookie } from './cookies.ts'
import { tryLoad } from './load.ts'
import { mayOpen } from './rights.server.ts'

type Account = NonNullable<Awaited<ReturnType<Services['signIn']['getSession']>>['who']>

/** `access`: of somebody who works here. */
export type SignedIn = Account & { access: Access | undefined }

export const hasSession = (request: Request) => readCookie(request, cookieNames.session) !== undefined

/** Cached for the request. */
const loadedContext = createContext<Promise<SignedIn | undefined> | null>(null)

/** The account of the request's session; throws when the database fails. */
export function getSignedIn(request: Request, context: RequestContext): Promise<SignedIn | undefined> {
  const before = context.get(loadedContext)
  if (before) return before
  const answer = hasSession(request) ? load(request, context) : Promise.resolve(undefined)
  context.set(loadedContext, answer)
  return answer
}

async function load(request: Request, context: RequestContext) {
  const { signIn, config, database } = context.get(servicesContext)
  const { who, cookies } = await signIn.getSession(request.headers)
  if (who) {
    const access = await findAccess(database, { ...who, id: who.accountId }, config.admin.email)
    if (isSessionValid({ since: who.since, isStaff: access !== undefined }, Date.now())) {
      for (const cookie of cookies) context.get(pageContext).setCookie(cookie)
      return { ...who, access }
    }
    await signIn.endSession(who)
  }
  // An invalid cookie is cleared, so that its visitor gets pages from the cache again.
  clearCookie(context, cookieNames.session)
  return undefined
}

/** The signed-in person for the header; undefined when the database fails. */
export async function getViewer(request: Request, context: RequestContext): Promise<Viewer | undefined> {
  const { content } = context.get(servicesContext)
  if (context.get(pageContext).rejected?.isUnread) return undefined
  const who = await tryLoad(context, () => getSignedIn(request, context))
  if (!who) return undefined
  const role = who.access?.role
  const viewer = { name: who.name || who.email, role }
  const record = role && findRecordAt(new URL(request.url).pathname)
  const editor = record && content.has(record) ? recordPath(record) : undefined
  return role && editor && mayOpen(role, editor) ? { ...viewer, editor } : viewer
}
