import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { redirect } from 'react-router'
import type { Done } from '#app/domain/shared/done.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { pageContext, type RequestContext, servicesContext } from './context.ts'
import { clearCookie, cookieNames, readCookie, setCookie } from './cookies.ts'

/** What the page at `on` says, for pages outside the dashboard and those that say it in a place of their own. */
export type PageFlash = {
  on: string
  text?: string
  /** What to do about it. */
  advice?: string
  /** A word or id, for a page that shows more than sentences. */
  about?: string
}

/** What a post did, said once, after the redirect that follows it. Without `on` the frame of the dashboard says it. */
type Flash = PageFlash | (Done & { on?: undefined })

const purpose = 'flash'
const lifetimeSeconds = 60

/** How long a work page may load its flash again. */
const loadAgainSeconds = 5

export const setFlash = (context: RequestContext, flash: Flash) => save(context, { flash }, lifetimeSeconds)

/** Leads to the outcome of `path`, which shows the flash. */
export function redirectWithFlash(context: RequestContext, path: string, flash: Omit<PageFlash, 'on'>) {
  setFlash(context, { ...flash, on: path.replace(/\?.*/, '') })
  return redirect(`${path}#outcome`, 303)
}

/**
 * The visitor's flash, if it is for the page at `on`, without `on` for the frame of the dashboard; reading clears it. A
 * work page keeps it for a moment: React Router loads the page again when an earlier request of the page before, such as a
 * search, is answered only now. A document that is opened in that moment doesn't repeat it.
 */
export function takeFlash(request: Request, context: RequestContext): Done | undefined
export function takeFlash(request: Request, context: RequestContext, on: string): PageFlash | undefined
export function takeFlash(request: Request, context: RequestContext, on?: string) {
  const { flash, isRead } = read(request, context) ?? {}
  const { isPrefetch, isDataRequest } = context.get(pageContext)
  if (!flash || flash.on !== on || isPrefetch) return undefined
  if (!isDataRequest) {
    clearCookie(context, cookieNames.flash)
    return isRead ? undefined : flash
  }
  if (!isRead) save(context, { flash, isRead: true }, loadAgainSeconds)
  return flash
}

/** The same as the message of a page. */
export function takeNotice(request: Request, context: RequestContext, on: string): FormState {
  const { text: notice, advice } = takeFlash(request, context, on) ?? {}
  return { notice, advice }
}

/** `isRead`: so that a page which loads itself every few seconds doesn't prolong it. `until`: as for the browser. */
type Saved = { flash: Flash; isRead?: boolean; until: number }

/** Signed, since a page shows it as ours and its Undo is sent. Deflated: a browser takes 4 KB, an act may be on 50 rows. */
function save(context: RequestContext, flash: Omit<Saved, 'until'>, seconds: number) {
  const saved: Saved = { ...flash, until: Date.now() + seconds * 1000 }
  const text = deflateRawSync(JSON.stringify(saved)).toString('base64url')
  setCookie(context, cookieNames.flash, context.get(servicesContext).signer.sign(purpose, text), seconds)
}

function read(request: Request, context: RequestContext) {
  const cookie = readCookie(request, cookieNames.flash) ?? ''
  const text = context.get(servicesContext).signer.verify(purpose, cookie)
  if (text === undefined) return undefined
  const saved = JSON.parse(inflateRawSync(Buffer.from(text, 'base64url')).toString()) as Saved
  return Date.now() < saved.until ? saved : undefined
}
