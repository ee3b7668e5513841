import { redirect } from 'react-router'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { pageContext, type RequestContext } from './context.ts'
import { clearCookie, cookieNames, readCookie, setCookie } from './cookies.ts'

/** Messages shown once, after the redirect that follows a post. The cookie contains names and ids, never text. */
const flashes = [
  'newsletter-subscribed',
  'passkey-added',
  'passkey-renamed',
  'passkey-removed',
  'staff-invited',
  'staff-withdrawn',
  'staff-role-changed',
  'staff-ended',
  'hours-saved',
  'own-days-added',
  'own-days-removed',
  'own-hours-undone',
  'own-services-saved',
  'own-hours-allowed',
  'message-sent',
  'added-to-cart',
  'cart-line-removed',
  'order-placed',
  'payment-unavailable',
  'payment-not-possible',
  'account-to-confirm',
  'password-changed',
  'profile-saved',
  'my-data-done',
  'account-deleted',
  'appointment-erased',
  'waitlist-joined',
  'waitlist-changed',
  'waitlist-added',
  'waitlist-removed',
  'waitlist-restored',
  'waitlist-texts-ended',
  'waitlist-skipped',
  'waitlist-offered',
  'appointment-moved',
  'appointment-moved-by-staff',
  'appointments-reassigned',
  'appointment-moved-back',
  'appointment-restored',
  'form-signed',
  'forms-sent',
  'fee-waived',
  'texts-agreed',
  'texts-ended',
  'form-on-paper',
  'form-paper-undone',
  'links-asked',
  'times-released',
  'release-undone',
  'time-blocked',
  'time-unblocked',
  'series-ended',
  'block-changed',
  'feed-renewed',
  'calendar-added',
  'calendar-checked',
  'calendar-chosen',
  'calendar-server-allowed',
  'calendar-removed',
  'appointment-cancelled',
  'cancellation-undone',
  'appointment-saved',
  'appointment-booked',
  'content-published',
  'content-restored',
  'content-removed',
  'content-put-back',
  'content-added',
  'content-saved',
  'content-scheduled',
  'content-unscheduled',
  'content-discarded',
  'content-list-changed',
  'entry-moved',
  'patients-merged',
  'patient-split',
  'patients-distinct',
  'patients-distinct-undone',
  'patient-change-undone',
  'patient-phone-accepted',
  'patient-phone-declined',
  'patient-phone-undone',
  'patient-note-added',
  'patient-note-deleted',
  'patient-tagged',
  'patient-untagged',
  'data-request-entered',
  'data-request-decided',
  'patient-erased',
  'plan-booked',
  'plan-moved',
  'plan-moved-by-staff',
  'plan-moved-back',
  'plan-cancelled',
  'plan-prepaid',
  'plan-not-prepaid',
  'plan-paid',
  'plan-paid-back',
  'picture-added',
  'picture-described',
  'picture-removed',
  'post-hidden',
  'post-shown',
  'post-approved',
  'subscriber-added',
  'subscriber-already-listed',
  'subscriber-saved',
  'subscriber-deleted',
  'subscriber-restored',
  'subscriber-reset',
  'subscribers-deleted',
  'subscribers-restored',
  'subscribers-unsubscribed',
  'unsubscribes-undone',
  'subscribers-reset',
  'resets-undone',
  'clinic-saved',
  'clinic-reset',
  'clinic-restored',
  'closure-added',
  'closure-added-with-notice',
  'closure-removed',
  'closure-removed-call-patients',
  'closure-removed-with-notice',
  'closure-removed-with-notice-call-patients',
  'holiday-opened',
  'holiday-opened-call-patients',
  'holiday-closed',
  'closure-patients-emailed',
  'order-changed',
  'order-restored',
  'orders-changed',
  'orders-restored',
  'payment-asked',
  'payment-refund-asked',
  'payment-kept',
  'payment-difference-explained',
  'gift-card-sold',
  'gift-card-used',
  'gift-card-use-undone',
  'gift-card-blocked',
  'gift-card-unblocked',
  'gift-card-sent',
  'stock-changed',
  'stock-undone',
  'backup-asked',
  'section-confirmed',
  'setup-put-away',
  'setup-brought-back',
  'backup-test-asked',
  'attendance-changed',
  'request-answered',
  'request-reopened',
  'message-replied',
  'message-handled',
  'message-reopened',
  'message-assigned',
  'message-snoozed',
  'message-woken',
  'reply-template-saved',
  'reply-template-deleted',
  'reply-template-restored',
  'messages-handled',
  'messages-reopened',
  'messages-assigned',
  'messages-unassigned',
  'messages-snoozed',
  'messages-woken',
  'email-retried',
  'email-retry-undone',
  'emails-retried',
  'emails-retries-undone',
  'email-handled',
  'email-reopened',
  'emails-handled',
  'emails-reopened',
  'emails-resent',
  'emails-resend-undone',
  'email-address-corrected',
  'connection-tested',
  'email-tested',
  'connection-busy',
  'newsletter-tested',
  'newsletter-address-saved',
] as const
export type Flash = (typeof flashes)[number]

const lifetimeSeconds = 60

/** How long a work page may load its flash again. */
const loadAgainSeconds = 5

/** Third part of the cookie since then, so that a page which loads itself every few seconds doesn't prolong it. */
const readMark = 'read'

/** `about`: an id that the page looks up. */
export function setFlash(context: RequestContext, flash: Flash, about?: string) {
  setCookie(context, cookieNames.flash, about ? `${flash}:${about}` : flash, lifetimeSeconds)
}

/** Leads to the outcome of `path`, which shows the flash. */
export function redirectWithFlash(context: RequestContext, path: string, flash: Flash, about?: string) {
  setFlash(context, flash, about)
  return redirect(`${path}#outcome`, 303)
}

/**
 * The visitor's flash, if it is one of `mine`; reading clears it. A work page keeps it for a moment: React Router loads the
 * page again when an earlier request of the page before, such as a search, is answered only now. A document that is opened
 * in that moment doesn't repeat it.
 */
export function takeFlash<Mine extends Flash>(
  request: Request,
  context: RequestContext,
  mine: readonly Mine[],
): Mine | undefined {
  const [named, about, isRead] = readParts(request)
  const flash = mine.find((name) => name === named)
  const { isPrefetch, isDataRequest } = context.get(pageContext)
  if (!flash || isPrefetch) return undefined
  if (!isDataRequest) {
    clearCookie(context, cookieNames.flash)
    return isRead ? undefined : flash
  }
  if (!isRead) setCookie(context, cookieNames.flash, `${flash}:${about ?? ''}:${readMark}`, loadAgainSeconds)
  return flash
}

/** The same as the message of a page. */
export function takeNotice(
  request: Request,
  context: RequestContext,
  notices: Partial<Record<Flash, string>>,
): FormState {
  const flash = takeFlash(request, context, Object.keys(notices) as Flash[])
  return flash ? { notice: notices[flash] } : {}
}

/** Comes from the visitor: to be looked up, never shown. */
export const flashAbout = (request: Request) => readParts(request)[1] || undefined

const readParts = (request: Request) => readCookie(request, cookieNames.flash)?.split(':') ?? []
