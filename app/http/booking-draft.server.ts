import type { RouterContextProvider } from 'react-router'
import { appointmentPath, appointmentPurpose, linkText } from '#app/domain/booking/appointment-link.ts'
import { findAppointmentOfDraft } from '#app/domain/booking/appointments.server.ts'
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
  const draft = await openDraft(request, context)
  if (!draft && readCookie(request, cookieNames.bookingDraft) !== undefined) forgetDraft(context)
  return draft
}

/** The same, and the cookie stays: it may name the appointment that the draft became. Action and loader open it once. */
export function openDraft(request: Request, context: Context): Promise<Draft | undefined> {
  const opened = drafts.get(context) ?? openNamed(draftIdOf(request, context), context)
  drafts.set(context, opened)
  return opened
}

const drafts = new WeakMap<Context, Promise<Draft | undefined>>()

async function openNamed(id: string | undefined, context: Context) {
  const { database, vault } = context.get(servicesContext)
  const draft = id === undefined ? undefined : await findDraft({ db: database.db, vault }, id, Date.now())
  // A page beside it may show what was typed; the next person at this screen goes back to none.
  if (draft) context.get(pageContext).doNotStore()
  return draft
}

/** Where the appointment is that this visitor's draft became: after a second press, a reload, or going back. */
export async function appointmentOfDraft(request: Request, context: Context) {
  const id = draftIdOf(request, context)
  const { database, signer } = context.get(servicesContext)
  const made = id ? await findAppointmentOfDraft(database.db, id) : undefined
  return made && { state: made.state, href: appointmentPath(signer.sign(appointmentPurpose, linkText(made))) }
}

export function rememberDraft(context: Context, id: string) {
  drafts.delete(context)
  const { signer, config } = context.get(servicesContext)
  const options = { secure: config.secure, maxAge: draftLifeMs / 1000 }
  context.get(pageContext).setCookie(makeCookie(cookieNames.bookingDraft, signer.sign(purpose, id), options))
}

export function forgetDraft(context: Context) {
  const { secure } = context.get(servicesContext).config
  context.get(pageContext).setCookie(makeCookie(cookieNames.bookingDraft, '', { secure, maxAge: 0 }))
}
