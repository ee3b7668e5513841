import type { RouterContextProvider } from 'react-router'
import { type Draft, draftLifeMs, findDraft } from '#app/domain/booking/drafts.server.ts'
import { pageContext, servicesContext } from './context.ts'
import { cookieNames, makeCookie, readCookie } from './cookies.ts'

type Context = Readonly<RouterContextProvider>

const purpose = 'booking draft'

/** The id of this visitor's draft, if its cookie is ours. */
export function draftIdOf(request: Request, context: Context) {
  const cookie = readCookie(request, cookieNames.bookingDraft)
  return cookie === undefined ? undefined : context.get(servicesContext).signer.verify(purpose, cookie)
}

/** What this visitor typed and has not booked yet. A cookie that names none is taken away, since it keeps pages uncached. */
export async function draftOf(request: Request, context: Context): Promise<Draft | undefined> {
  if (readCookie(request, cookieNames.bookingDraft) === undefined) return undefined
  const { database, vault } = context.get(servicesContext)
  const id = draftIdOf(request, context)
  const draft = id ? await findDraft({ db: database.db, vault }, id, Date.now()) : undefined
  if (!draft) forgetDraft(context)
  return draft
}

export function rememberDraft(context: Context, id: string) {
  const { signer, config } = context.get(servicesContext)
  const options = { secure: config.secure, maxAge: draftLifeMs / 1000 }
  context.get(pageContext).setCookie(makeCookie(cookieNames.bookingDraft, signer.sign(purpose, id), options))
}

export function forgetDraft(context: Context) {
  const { secure } = context.get(servicesContext).config
  context.get(pageContext).setCookie(makeCookie(cookieNames.bookingDraft, '', { secure, maxAge: 0 }))
}
