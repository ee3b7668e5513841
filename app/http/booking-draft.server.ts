import { appointmentPath, appointmentPurpose, appointmentLinkPayload } from '#app/domain/booking/appointment-link.ts'
import { findAppointmentOfDraft } from '#app/domain/booking/appointments.server.ts'
import { type Draft, draftLifeMs, findDraft } from '#app/domain/booking/drafts.server.ts'
import { pageContext, servicesContext, type RequestContext } from './context.ts'
import { cookieNames, makeCookie, readCookie } from './cookies.ts'

const purpose = 'booking draft'

/**
 * So long after it was filled in or resumed a draft is shown to the browser that has its cookie. After that, or once
 * the booking form was opened anew, the person at the browser may be another one: the draft is locked until it is
 * resumed with its email address.
 */
const openMs = 60 * 60_000

type DraftCookie = { id: string; openUntil: number }

function cookieOf(request: Request, context: RequestContext): DraftCookie | undefined {
  const cookie = readCookie(request, cookieNames.bookingDraft)
  const text = cookie === undefined ? undefined : context.get(servicesContext).signer.verify(purpose, cookie)
  const [id, openUntil] = text?.split('.') ?? []
  return id ? { id, openUntil: Number(openUntil ?? 0) } : undefined
}

/** By up to twice the hour: the clock of the process that wrote the cookie may have been ahead of this one's. */
const isOpen = ({ openUntil }: DraftCookie, now: number) => now < openUntil && openUntil <= now + 2 * openMs

/** The id of this browser's draft, locked or not, if its cookie is ours. */
export const getDraftId = (request: Request, context: RequestContext) => cookieOf(request, context)?.id

/** Whether there is a draft to resume, of whoever began it. A cookie that names none is taken away, since it keeps pages uncached. */
export async function findDraftToResume(request: Request, context: RequestContext): Promise<Draft | undefined> {
  const draft = await readDraft(request, context)
  if (!draft && readCookie(request, cookieNames.bookingDraft) !== undefined) clearDraft(context)
  return draft
}

/** What the person at this browser typed or resumed; undefined while it is locked. */
export async function findOpenDraft(request: Request, context: RequestContext): Promise<Draft | undefined> {
  const cookie = cookieOf(request, context)
  return cookie && isOpen(cookie, Date.now()) ? readDraft(request, context) : undefined
}

/** Action and loader unseal it once. */
function readDraft(request: Request, context: RequestContext): Promise<Draft | undefined> {
  const draft = drafts.get(context) ?? find(getDraftId(request, context), context)
  drafts.set(context, draft)
  return draft
}

const drafts = new WeakMap<RequestContext, Promise<Draft | undefined>>()

async function find(id: string | undefined, context: RequestContext) {
  const { database, vault } = context.get(servicesContext)
  const draft = id === undefined ? undefined : await findDraft({ db: database.db, vault }, id, Date.now())
  // A page beside it may show what was typed; the next person at this screen goes back to none.
  if (draft) context.get(pageContext).doNotStore()
  return draft
}

/** Where the appointment is that this visitor's draft became: after a second press, a reload, or going back. */
export async function findBookedAppointment(request: Request, context: RequestContext) {
  const cookie = cookieOf(request, context)
  if (!cookie || !isOpen(cookie, Date.now())) return undefined
  const { database, signer } = context.get(servicesContext)
  const made = await findAppointmentOfDraft(database.db, cookie.id)
  return made && { visit: made, href: appointmentPath(signer.sign(appointmentPurpose, appointmentLinkPayload(made))) }
}

export const saveDraft = (context: RequestContext, id: string) =>
  setDraft(context, { id, openUntil: Date.now() + openMs })

export const lockDraft = (context: RequestContext, id: string) => setDraft(context, { id, openUntil: 0 })

function setDraft(context: RequestContext, { id, openUntil }: DraftCookie) {
  drafts.delete(context)
  const { signer, config } = context.get(servicesContext)
  const value = signer.sign(purpose, `${id}.${openUntil}`)
  const options = { secure: config.secure, maxAge: draftLifeMs / 1000 }
  context.get(pageContext).setCookie(makeCookie(cookieNames.bookingDraft, value, options))
}

export function clearDraft(context: RequestContext) {
  const { secure } = context.get(servicesContext).config
  context.get(pageContext).setCookie(makeCookie(cookieNames.bookingDraft, '', { secure, maxAge: 0 }))
}
