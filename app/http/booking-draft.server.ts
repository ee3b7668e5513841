import { signAppointmentLink } from '#app/domain/booking/appointment-link.ts'
import { findAppointmentOfDraft } from '#app/domain/booking/appointments.server.ts'
import { type Draft, draftLifeMs, findDraft } from '#app/domain/booking/drafts.server.ts'
import { pageContext, servicesContext, type RequestContext } from './context.ts'
import { clearCookie, cookieNames, readCookie, setCookie } from './cookies.ts'

const purpose = 'booking draft'

/**
 * How long the cookie opens a draft. After that, or when the booking form is opened again, another person may be at the
 * browser: the draft is locked until it is resumed with its email address.
 */
const openMs = 60 * 60_000

type DraftCookie = { id: string; openUntil: number }

function readDraftCookie(request: Request, context: RequestContext): DraftCookie | undefined {
  const cookie = readCookie(request, cookieNames.bookingDraft)
  const text = cookie === undefined ? undefined : context.get(servicesContext).signer.verify(purpose, cookie)
  const [id, openUntil] = text?.split('.') ?? []
  return id ? { id, openUntil: Number(openUntil ?? 0) } : undefined
}

/** Twice the hour, since the clock of the process that wrote the cookie may be ahead. */
const isOpen = ({ openUntil }: DraftCookie, now: number) => now < openUntil && openUntil <= now + 2 * openMs

/** Locked or not. */
export const getDraftId = (request: Request, context: RequestContext) => readDraftCookie(request, context)?.id

/** Locked or not. A cookie without a draft is cleared, since it keeps pages out of the cache. */
export async function findDraftToResume(request: Request, context: RequestContext): Promise<Draft | undefined> {
  const draft = await readDraft(request, context)
  if (!draft && readCookie(request, cookieNames.bookingDraft) !== undefined) clearDraft(context)
  return draft
}

/** Undefined while the draft is locked. */
export async function findOpenDraft(request: Request, context: RequestContext): Promise<Draft | undefined> {
  const cookie = readDraftCookie(request, context)
  return cookie && isOpen(cookie, Date.now()) ? readDraft(request, context) : undefined
}

/** Cached for the request, so that action and loader unseal the draft once. */
function readDraft(request: Request, context: RequestContext): Promise<Draft | undefined> {
  const draft = drafts.get(context) ?? find(getDraftId(request, context), context)
  drafts.set(context, draft)
  return draft
}

const drafts = new WeakMap<RequestContext, Promise<Draft | undefined>>()

async function find(id: string | undefined, context: RequestContext) {
  const { database, vault } = context.get(servicesContext)
  const draft = id === undefined ? undefined : await findDraft({ db: database.db, vault }, id, Date.now())
  // The page may show the typed values, and the next person at this screen must not go back to them.
  if (draft) context.get(pageContext).doNotStore()
  return draft
}

/** The appointment that this draft became: after a second press, a reload, or going back. */
export async function findBookedAppointment(request: Request, context: RequestContext) {
  const cookie = readDraftCookie(request, context)
  if (!cookie || !isOpen(cookie, Date.now())) return undefined
  const { database, signer } = context.get(servicesContext)
  const made = await findAppointmentOfDraft(database.db, cookie.id)
  return made && { appointment: made, href: signAppointmentLink(signer, made) }
}

export const saveDraft = (context: RequestContext, id: string) =>
  setDraft(context, { id, openUntil: Date.now() + openMs })

export const lockDraft = (context: RequestContext, id: string) => setDraft(context, { id, openUntil: 0 })

function setDraft(context: RequestContext, { id, openUntil }: DraftCookie) {
  drafts.delete(context)
  const value = context.get(servicesContext).signer.sign(purpose, `${id}.${openUntil}`)
  setCookie(context, cookieNames.bookingDraft, value, draftLifeMs / 1000)
}

export const clearDraft = (context: RequestContext) => clearCookie(context, cookieNames.bookingDraft)
