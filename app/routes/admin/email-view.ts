import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import type { StoredEmail } from '#app/domain/outbox/stored-email.server.ts'
import { formatClinicMoment } from '#app/domain/shared/clinic-time.ts'
import { formatPeriod } from '#app/domain/shared/period.ts'
import type { EmailAbout } from '#app/domain/today/today.ts'
import type { AsSent } from '#app/ui/admin/mail/email-page.tsx'
import { emailTitle } from '#app/ui/admin/mail/email-title.ts'
import { adminEmail as words } from '#content/pages/admin-mail.ts'

export function emailView(
  email: StoredEmail,
  { about, isSecret, keptDays }: { about: EmailAbout | undefined; isSecret: boolean; keptDays: number },
) {
  const { id, kind, recipient, state, lastError, createdAt, sentAt, handledAt } = email
  return {
    id,
    title: emailTitle(kind),
    recipient,
    state: describeState(email),
    accepted: formatMoment(createdAt),
    sent:
      sentAt === undefined
        ? undefined
        : { label: words.details[state === 'kept' ? 'kept' : 'sent'], when: formatMoment(sentAt) },
    reason: lastError,
    about: about && aboutView(about),
    canRetry: state === 'failed',
    canHandle: state === 'failed' && handledAt === undefined,
    asSent: isSecret ? { nothing: words.asSent.secret } : toAsSent(email, keptDays),
  }
}

function describeState({ state, isRetrying, handledAt }: StoredEmail) {
  if (state === 'waiting') return words.states[isRetrying ? 'retrying' : 'waiting']
  if (state === 'failed' && handledAt !== undefined) return words.states.handled(formatMoment(handledAt))
  return words.states[state]
}

function toAsSent({ state, asSent, sentAt }: StoredEmail, keptDays: number): AsSent {
  if (!asSent && sentAt === undefined)
    return { nothing: state === 'failed' ? words.asSent.failed : words.asSent.notYet }
  if (!asSent) return { nothing: keptDays === 0 ? words.asSent.goneEarlier : words.asSent.gone(formatPeriod(keptDays)) }
  if ('given' in asSent) return asSent
  const { headers, text, html } = asSent.message
  return { message: { headers, text, hasHtml: html !== undefined } }
}

const aboutView = (about: EmailAbout) => ({ name: about.name, phone: about.phone, link: toLink(about) })

/** The page of the order, message or appointment that the email was about. */
function toLink({ orderNumber, messageId, appointmentId }: EmailAbout) {
  if (orderNumber) return { text: words.order(orderNumber), href: `/admin/orders/${orderNumber}` }
  if (messageId) return { text: words.message, href: `/admin/messages/${messageId}` }
  return appointmentId ? { text: words.visit, href: `/admin/appointments/${appointmentId}` } : undefined
}

const formatMoment = (at: number) => formatClinicMoment(at, clinicTimeZone)
