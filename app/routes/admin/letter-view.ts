import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import type { KeptLetter } from '#app/domain/outbox/kept-letter.server.ts'
import { formatClinicMoment } from '#app/domain/shared/clinic-time.ts'
import { periodInWords } from '#app/domain/shared/period.ts'
import type { LetterAbout } from '#app/domain/today/today.ts'
import type { AsSent } from '#app/ui/admin/mail/letter-page.tsx'
import { letterTitle } from '#app/ui/admin/mail/letter-title.ts'
import { adminLetter as words } from '#content/pages/admin-mail.ts'

/** A letter in words. */
export function letterView(
  letter: KeptLetter,
  { about, isSecret, keptDays }: { about: LetterAbout | undefined; isSecret: boolean; keptDays: number },
) {
  const { id, kind, recipient, state, lastError, createdAt, sentAt, handledAt } = letter
  return {
    id,
    title: letterTitle(kind),
    recipient,
    state: stateOf(letter),
    accepted: momentOf(createdAt),
    sent:
      sentAt === undefined
        ? undefined
        : { label: words.details[state === 'kept' ? 'kept' : 'sent'], when: momentOf(sentAt) },
    reason: lastError,
    about: about && aboutView(about),
    canRetry: state === 'failed',
    canHandle: state === 'failed' && handledAt === undefined,
    asSent: isSecret ? { nothing: words.asSent.secret } : asSentOf(letter, keptDays),
  }
}

function stateOf({ state, inTrouble, handledAt }: KeptLetter) {
  if (state === 'waiting') return words.states[inTrouble ? 'inTrouble' : 'waiting']
  if (state === 'failed' && handledAt !== undefined) return words.states.handled(momentOf(handledAt))
  return words.states[state]
}

function asSentOf({ state, asSent, sentAt }: KeptLetter, keptDays: number): AsSent {
  if (!asSent && sentAt === undefined)
    return { nothing: state === 'failed' ? words.asSent.failed : words.asSent.notYet }
  if (!asSent)
    return { nothing: keptDays === 0 ? words.asSent.goneEarlier : words.asSent.gone(periodInWords(keptDays)) }
  if ('given' in asSent) return asSent
  const { headers, text, html } = asSent.message
  return { message: { headers, text, hasHtml: html !== undefined } }
}

const aboutView = (about: LetterAbout) => ({ name: about.name, phone: about.phone, link: placeOf(about) })

/** Where in the dashboard it is what the letter was about. */
function placeOf({ orderNumber, messageId, appointmentId }: LetterAbout) {
  if (orderNumber) return { text: words.order(orderNumber), href: `/admin/orders/${orderNumber}` }
  if (messageId) return { text: words.message, href: `/admin/messages/${messageId}` }
  return appointmentId ? { text: words.visit, href: `/admin/appointments/${appointmentId}` } : undefined
}

const momentOf = (at: number) => formatClinicMoment(at, clinicTimeZone)
