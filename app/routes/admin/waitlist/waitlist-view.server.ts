import { formatHeldUntil, formatShortAppointmentTime } from '#app/domain/booking/format-appointment.ts'
import { listPeople, toResourceNames } from '#app/domain/booking/service-needs.ts'
import { type Entry, listOnList } from '#app/domain/booking/waitlist/entries.server.ts'
import { listOpenOffers, type Offer } from '#app/domain/booking/waitlist/offers.server.ts'
import type { Passed } from '#app/domain/booking/waitlist/passed.ts'
import { nameService } from '#app/domain/catalogue/services.ts'
import { weekdays } from '#app/domain/clinic/clinic.ts'
import { optionalFields } from '#app/domain/patients/patient-fields.ts'
import { consentWording, listAgreedRecords } from '#app/domain/text-messages/consents.server.ts'
import { isInScope } from '#app/domain/shared/scope.ts'
import { clinicMoment, formatClock } from '#app/domain/shared/clinic-time.ts'
import { getActor } from '#app/http/admin.server.ts'
import { type RequestContext, servicesContext } from '#app/http/context.ts'
import { loadOr503 } from '#app/http/load.ts'
import { offersTexts } from '#app/http/text-consent.server.ts'
import { getWishChoices } from '#app/http/wish-choices.server.ts'
import type { Services } from '#app/services.server.ts'
import { consentWords } from '#content/text-messages.ts'
import { waitlistWords as words } from './words.ts'

/** A practitioner sees who waits for her, and what of hers is offered. */
export async function readWaitlist(context: RequestContext) {
  const services = context.get(servicesContext)
  const { scope } = getActor(context)
  const { db } = services.database
  const asksTexts = offersTexts(context)
  const [entries, offers, agreed] = await loadOr503(context, () =>
    Promise.all([listOnList(db), listOpenOffers(db), asksTexts ? listAgreedRecords(db, 'offers') : new Set<string>()]),
  )
  return {
    entries: entries
      .filter((entry) => isInScope(scope, entry))
      .map((entry) => ({ ...toEntry(services, entry), getsTexts: agreed.has(`waitlist:${entry.id}`) })),
    offers: offers
      .filter((offer) => isInScope(scope, offer))
      .flatMap(
        (offer) =>
          toOffer(
            services,
            offer,
            entries.find(({ id }) => id === offer.entryId),
          ) ?? [],
      ),
    people: listPeople(services.booking).map(({ id, name }) => [id, name ?? words.list.anyone] as const),
    choices: getWishChoices(context),
    consent: asksTexts ? toConsent(services) : undefined,
    mayChange: scope === 'everything',
  }
}

/** What staff read out. */
const toConsent = ({ clinic }: Services) => ({
  version: consentWords.offers.version,
  wording: consentWording('offers', clinic.facts(Date.now())),
})

function toEntry({ content, booking, clinic }: Services, entry: Entry) {
  const now = Date.now()
  const { timeZone } = clinic.facts(now)
  const { id, place, name, phone, state, serviceIds, person, fromTime, untilTime, lastDay } = entry
  const hours =
    fromTime && untilTime
      ? `${formatClock(fromTime)} to ${formatClock(untilTime)}`
      : fromTime
        ? `from ${formatClock(fromTime)}`
        : untilTime
          ? `until ${formatClock(untilTime)}`
          : words.list.anyTime
  return {
    ...{ id, place, name, phone },
    others: optionalFields.flatMap((field) => entry[field.name] ?? []).join(', '),
    isPaused: state === 'paused',
    wants: [
      serviceIds.map((serviceId) => nameService(content, serviceId)).join(' or '),
      person && toResourceNames(booking, [person])[0],
      entry.weekdays.map((day) => shortDay(day)).join(', ') || words.list.anyDay,
      hours,
      words.list.until(Temporal.PlainDate.from(lastDay).toLocaleString('en-US', { dateStyle: 'medium' })),
    ]
      .filter(Boolean)
      .join('; '),
    since: words.list.since(clinicMoment(entry.joinedAt, timeZone, now)),
  }
}

const shortDay = (day: number) => {
  const name = weekdays[day - 1]!
  return `${name[0]!.toUpperCase()}${name.slice(1, 3)}`
}

function toOffer({ clinic, booking }: Services, offer: Offer, entry: Entry | undefined) {
  if (!entry) return undefined
  const now = Date.now()
  const { timeZone } = clinic.facts(now)
  const passed = JSON.parse(offer.passed) as Passed[]
  const why = passed.length === 0 ? words.out.first : words.out.after(passed)
  return {
    id: offer.id,
    name: entry.name,
    phone: entry.phone,
    time: [formatShortAppointmentTime(offer, timeZone), toResourceNames(booking, [offer.person])[0]]
      .filter(Boolean)
      .join(', '),
    until: words.out.until(formatHeldUntil(offer.until, timeZone, now)),
    why: offer.byClinic === 1 ? `${words.out.byClinic} ${why}` : why,
  }
}
