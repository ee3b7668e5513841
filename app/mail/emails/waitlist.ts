import { formatShortAppointmentTime } from '#app/domain/booking/format-appointment.ts'
import { type EntryState, findEntry, isOnList } from '#app/domain/booking/waitlist/entries.server.ts'
import { findOffer } from '#app/domain/booking/waitlist/offers.server.ts'
import { signEntryLink, signOfferLink } from '#app/domain/booking/waitlist/waitlist-link.ts'
import { toWhen } from '#app/mail/appointment-parts.ts'
import { defineEmail } from '#app/mail/define-email.ts'
import { buttonPart } from '#app/mail/parts.tsx'
import { sampleAppointment, sampleLink } from '#app/mail/samples.ts'
import { waitlistEmails as words } from '#content/emails.ts'
import { offerRules } from '#content/pages/waitlist.ts'

const stateOf: Record<'joined' | 'paused', EntryState> = { joined: 'waiting', paused: 'paused' }

/** To somebody on the waitlist; any visitor can enter any address, so it has nothing that was typed. */
export const waitlist = defineEmail({
  kind: 'waitlist',
  async load({ database, signer, config }, { entryId, about }) {
    const entry = await findEntry(database.db, entryId)
    // They left, or answered, while it waited.
    if (entry?.state !== stateOf[about]) return undefined
    return { about, url: `${config.publicOrigin}${signEntryLink(signer, entryId)}` }
  },
  head: ({ about, clinic }) => ({ ...words[about], subject: toText(words[about].subject, clinic) }),
  body: ({ about, url }) => [
    { paragraph: words[about].text },
    buttonPart(words[about].link, url),
    ...(about === 'joined' ? [{ paragraph: words.joined.notYou }] : []),
  ],
  why: words.why,
  sample: { about: 'joined', url: sampleLink('/waitlist') } as { about: 'joined' | 'paused'; url: string },
  otherSamples: [{ about: 'paused', url: sampleLink('/waitlist') }],
})

type Facts = Parameters<typeof words.joined.subject>[0]

const toText = (text: string | ((clinic: Facts) => string), clinic: Facts) =>
  typeof text === 'function' ? text(clinic) : text

/** To whom a freed time is offered, without the service. Not sent once the time is over or was passed on. */
export const waitlistOffer = defineEmail({
  kind: 'waitlist-offer',
  async load({ database, signer, config }, { offerId }) {
    const found = await findOffer(database.db, offerId)
    if (found?.offer.state !== 'open' || found.offer.until <= Date.now()) return undefined
    const { startsAt, endsAt, until } = found.offer
    return { startsAt, endsAt, until, url: `${config.publicOrigin}${signOfferLink(signer, offerId)}` }
  },
  head: ({ clinic }) => ({ ...words.offer, subject: words.offer.subject(clinic) }),
  body: ({ until, url, clinic, ...times }) => [
    {
      facts: [
        toWhen(words.offer.when, times, clinic),
        { name: words.offer.until, value: formatShortAppointmentTime({ startsAt: until }, clinic.timeZone) },
      ],
    },
    { paragraph: words.offer.text },
    buttonPart(words.offer.link, url),
    { paragraph: words.offer.after },
    { paragraph: words.offer.silence(offerRules.mostSilent) },
  ],
  why: words.why,
  sample: {
    startsAt: sampleAppointment.startsAt,
    endsAt: sampleAppointment.endsAt,
    until: sampleAppointment.startsAt - 4 * 3_600_000,
    url: sampleLink('/offers'),
  },
})

/** To whom a time was offered that the clinic needs itself. */
export const waitlistWithdrawn = defineEmail({
  kind: 'waitlist-withdrawn',
  async load({ database, signer, config }, { offerId }) {
    const found = await findOffer(database.db, offerId)
    if (found?.offer.state !== 'withdrawn' || !isOnList(found.entry)) return undefined
    const { startsAt, endsAt } = found.offer
    return { startsAt, endsAt, url: `${config.publicOrigin}${signEntryLink(signer, found.entry.id)}` }
  },
  head: () => words.withdrawn,
  body: ({ url, clinic, ...times }) => [
    { facts: [toWhen(words.withdrawn.when, times, clinic)] },
    { paragraph: words.withdrawn.text },
    buttonPart(words.withdrawn.link, url),
  ],
  why: words.why,
  sample: {
    startsAt: sampleAppointment.startsAt,
    endsAt: sampleAppointment.endsAt,
    url: sampleLink('/waitlist'),
  },
})
