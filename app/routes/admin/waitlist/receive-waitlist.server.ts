import { z } from 'zod'
import { joinWaitlist } from '#app/domain/booking/waitlist/entries.server.ts'
import { turnOffOfferTexts } from '#app/domain/booking/waitlist/offer-texts.server.ts'
import { leaveWaitlist, offerOpenHour, passOn, undoRemoval } from '#app/domain/booking/waitlist/offers.server.ts'
import { joinByTelephoneForm } from '#app/domain/booking/waitlist/wishes-form.server.ts'
import { instantsOn, parseClock, parseDay } from '#app/domain/shared/clinic-time.ts'
import { singleLine } from '#app/domain/shared/plain-text.server.ts'
import { consentFields } from '#app/domain/text-messages/consent-fields.ts'
import { getActor } from '#app/http/admin.server.ts'
import { type RequestContext, servicesContext } from '#app/http/context.ts'
import { redirectDone } from '#app/http/done.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { formError, showForm, submitForm, submitIntent } from '#app/http/submit.server.ts'
import { readConsent } from '#app/http/text-consent.server.ts'
import { toWishOptions } from '#app/http/wish-choices.server.ts'
import { numberForTexts } from '#content/text-messages.ts'
import { waitlistWords as words } from './words.ts'

const record = '/admin/waitlist'
const { failure } = words

const skipForm = z.object({
  why: singleLine({ blank: words.out.needsReason, most: 200, tooLong: 'Enter at most 200 characters.' }),
})

const offerForm = z.object({
  day: z
    .string({ error: words.offer.day400 })
    .transform(parseDay)
    .refine((day) => day !== undefined, words.offer.day400),
  time: z
    .string({ error: words.offer.time400 })
    .transform(parseClock)
    .refine((time) => time !== undefined, words.offer.time400),
  person: z.string().regex(/^[\w-]{1,80}$/),
})

/** Every act on the list. */
export async function receiveWaitlist(request: Request, context: RequestContext) {
  const services = context.get(servicesContext)
  const typed = await typedFields(request)
  const by = getActor(context)
  const now = Date.now()
  const { offer = '', entry = '' } = typed
  return submitIntent(
    context,
    typed,
    {
      skip: () =>
        submitForm(context, typed, { schema: skipForm, failure }, async ({ why }) => {
          const skipped = await passOn(services, offer, { by, why, now })
          if (!skipped.ok) return formError(409, words.out.gone)
          return redirectDone(context, typed, { record, text: words.done.skipped })
        }),
      async remove() {
        const removed = await leaveWaitlist(services, entry, { by, now })
        if (!removed.ok) return formError(409, words.list.gone)
        const undo = { intent: 'undo-removal', entry }
        return redirectDone(context, typed, { record, text: words.done.removed, undo })
      },
      async 'undo-removal'() {
        const undone = await undoRemoval(services, by, entry)
        if (!undone.ok) return formError(409, words.done.tooLate)
        return redirectDone(context, typed, { record, text: words.done.restored })
      },
      async 'end-texts'() {
        const ended = await turnOffOfferTexts(services, entry, { by, now })
        if (!ended.ok) return formError(409, words.list.noTexts)
        return redirectDone(context, typed, { record, text: words.done.textsEnded })
      },
      add: () =>
        submitForm(
          context,
          typed,
          { schema: joinByTelephoneForm(toWishOptions(context)), failure },
          async ({ contact, wishes }) => {
            const texts = readConsent(context, 'offers', typed, contact.phone)
            if (!texts.ok) return showForm(typed, 400, { fieldErrors: { [consentFields.offers]: numberForTexts } })
            const wantsTexts = texts.version !== undefined
            const joined = await joinWaitlist(services, { contact, wishes, wantsTexts }, { by, now })
            if (!joined.ok) return formError(409, failure, typed)
            return redirectDone(context, typed, { record, text: words.done.added })
          },
        ),
      offer: () =>
        submitForm(context, typed, { schema: offerForm, failure }, async ({ day, time, person }) => {
          const startsAt = instantsOn(day!, services.clinic.facts(now).timeZone)(time!)
          const made = await offerOpenHour(services, by, { person: `person:${person}`, startsAt, now })
          if (made === 0) return formError(409, words.offer.nobody, typed)
          return redirectDone(context, typed, { record, text: words.done.offered(made) })
        }),
    },
    { failure },
  )
}
