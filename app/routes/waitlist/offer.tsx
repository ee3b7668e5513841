import '#app/ui/styles/shop-and-booking.css'
import '#app/ui/styles/fill-in.css'
import { data, redirect } from 'react-router'
import type { Appointment } from '#app/domain/booking/appointment.ts'
import { formatAppointmentParts, formatShortAppointmentTime } from '#app/domain/booking/format-appointment.ts'
import { holdsNoTime } from '#app/domain/booking/held-back/held-back.ts'
import { showDue } from '#app/domain/booking/money/due-in-words.ts'
import { shownDueField } from '#app/domain/booking/money/pay-ahead.ts'
import { wouldNeedConfirmation } from '#app/domain/booking/needs-confirmation.server.ts'
import { needsFor, toResourceNames } from '#app/domain/booking/service-needs.ts'
import { isOnList } from '#app/domain/booking/waitlist/entries.server.ts'
import { acceptOffer, leaveWaitlist, passOn } from '#app/domain/booking/waitlist/offers.server.ts'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { findService } from '#app/domain/catalogue/services.ts'
import { toVisitor } from '#app/http/booking-visitor.server.ts'
import { pageContext, servicesContext } from '#app/http/context.ts'
import { takeFlash } from '#app/http/flash.ts'
import { loadOr503 } from '#app/http/load.ts'
import { getFreeTimes } from '#app/http/next-free.server.ts'
import { findAccepted, findOfferByLink, findToPay, isToPay, offerPath } from '#app/http/offer-by-link.server.ts'
import { toPaymentProblem } from '#app/http/pay-online.server.ts'
import { readPage } from '#app/http/page-kind.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { payBooking } from '#app/http/pay-booking.server.ts'
import { formError, submitIntent } from '#app/http/submit.server.ts'
import { useSite } from '#app/http/site.ts'
import { outcomeId } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { PageHead } from '#app/ui/site/page-head.tsx'
import { PageHeading } from '#app/ui/site/page-heading.tsx'
import { bookingPayment } from '#content/booking-payments.ts'
import { appointmentParts } from '#content/emails.ts'
import { offerPage as words } from '#content/pages/waitlist.ts'
import { addressLine } from '#content/site.ts'
import type { Route } from './+types/offer.ts'

export const handle = readPage()

/**
 * Opening the link changes nothing: mail scanners follow every link. It shows the time and nothing about the person, since
 * an email may be forwarded.
 */
export async function loader({ params: { token }, request, context }: Route.LoaderArgs) {
  context.get(pageContext).doNotStore()
  const services = context.get(servicesContext)
  const path = offerPath(token)
  const now = Date.now()
  const found = await loadOr503(context, () => findOfferByLink(context, token))
  if (!found) return data({ kind: 'missing' as const, path }, { status: 404 })
  const { offer, entry } = found
  const facts = services.clinic.facts(now)
  const problem = toPaymentProblem(takeFlash(request, context, path)?.about)
  const appointment = await loadOr503(context, () => findAccepted(context, offer))
  const isEmailed = services.emailsLeave && entry.email !== ''
  const notPayable = isEmailed ? words.notPayable.emailed : words.notPayable.kept(facts)
  // The link to the appointment goes to the person's own address.
  if (appointment && !isOff(appointment))
    return data({
      kind: 'accepted' as const,
      path,
      when: formatShortAppointmentTime(offer, facts.timeZone),
      isAsked: appointment.state === 'requested',
      isUnheld: holdsNoTime(appointment),
      isEmailed,
      pay: isToPay(context, appointment) ? `${path}/pay` : undefined,
      error: problem === 'unavailable' ? bookingPayment.unavailable : problem && notPayable,
    })
  if (offer.state === 'declined' && isOnList(entry)) return data({ kind: 'declined' as const, path })
  if (offer.state !== 'open' || offer.until <= now) {
    const book = `/booking/${offer.serviceId}`
    const free = ((await getFreeTimes(context, offer.serviceId)) ?? []).map(({ query, day, clock }) => ({
      text: `${day}, ${clock}`,
      href: `${book}${query}`,
    }))
    return data({ kind: 'over' as const, path, isOn: isOnList(entry), free, book })
  }
  const wish = { serviceIds: [offer.serviceId], patient: entry, now }
  return data({
    kind: 'open' as const,
    path,
    isAsked: await loadOr503(context, () => wouldNeedConfirmation(services, wish)),
    ...formatAppointmentParts(offer, facts.timeZone),
    until: formatShortAppointmentTime({ startsAt: offer.until }, facts.timeZone),
    with: toResourceNames(services.booking, [offer.person])[0],
    where: needsFor(services.booking, offer.serviceId).byVideo ? appointmentParts.byVideo : addressLine(facts),
    service: findService(services.content, offer.serviceId)?.title,
    due: showDue(services, offer),
  })
}

export async function action({ params: { token }, request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext)
  const typed = await typedFields(request)
  const found = await loadOr503(context, () => findOfferByLink(context, token))
  if (!found) return data(undefined, { status: 404 })
  const { offer, entry } = found
  const now = Date.now()
  const { failure } = words
  const path = offerPath(token)
  const again = () => redirect(path, 303)
  return submitIntent(
    context,
    typed,
    {
      async accept() {
        // The page says what became of it.
        const visitor = await toVisitor(request, context, entry.email)
        const accepted = await acceptOffer(services, offer.id, now, { ...visitor, shownDue: typed[shownDueField] })
        if (!accepted.ok && accepted.reason === 'due-changed') return formError(409, bookingPayment.changed)
        const toPay = accepted.ok ? await findToPay(context, accepted) : undefined
        return toPay ? payBooking(context, { day: toPay, path }) : again()
      },
      async decline() {
        await passOn(services, offer.id, { by: 'patient', now })
        return again()
      },
      async leave() {
        await leaveWaitlist(services, entry.id, { now })
        return again()
      },
    },
    { failure },
  )
}

export default function OfferPage({ loaderData, actionData: posted }: Route.ComponentProps) {
  const site = useSite()
  return (
    <>
      <PageHead site={site} path="/waitlist" {...words.seo} noindex />
      <PageHeading {...heading(loaderData, site.clinic)} />
      <div className="wrap sec fill-in">
        <FormOutcome form={posted?.form ?? {}} />
        {loaderData.kind === 'open' && <OpenOffer {...loaderData} />}
        {loaderData.kind === 'accepted' && <Accepted {...loaderData} />}
        {loaderData.kind === 'over' && <Over {...loaderData} />}
      </div>
    </>
  )
}

/** The clinic declined it, or it was canceled. */
const isOff = ({ state }: Pick<Appointment, 'state'>) => state === 'declined' || state === 'cancelled'

type View = Route.ComponentProps['loaderData']

function heading(view: View, clinic: ClinicFacts) {
  if (view.kind === 'missing') return { title: words.title, lead: words.missing }
  if (view.kind === 'accepted' && view.pay) return { title: words.title, lead: bookingPayment.accepted }
  if (view.kind === 'accepted') {
    const asked = view.isUnheld ? words.askedUnheld : words.asked
    const { title, emailed, kept } = view.isAsked ? asked : words.accepted
    return { title: title(view.when), lead: view.isEmailed ? emailed : kept(clinic) }
  }
  if (view.kind === 'declined') return { title: words.declined.title, lead: words.declined.text }
  if (view.kind === 'over') return { title: words.over.title, lead: view.isOn ? words.over.text : words.over.left }
  return { title: words.title, lead: words.held(view.until) }
}

type OpenView = Extract<View, { kind: 'open' }>

const OpenOffer = ({ path, date, clock, zone, with: person, where, service, isAsked, due }: OpenView) => (
  <>
    <div>
      <p>
        <b>{date}</b>
        <br />
        {clock} ({zone})
      </p>
      <p>{[person && words.with(person), where].filter(Boolean).join(', ')}</p>
    </div>
    <PostForm action={`${path}#${outcomeId}`}>
      {isAsked && <p>{words.asks}</p>}
      {due && (
        <>
          <input type="hidden" name={shownDueField} value={due.shown} />
          <p className="hint">
            <b>{due.heading}.</b> {due.text}
          </p>
        </>
      )}
      <div className="row">
        <IntentButton intent="accept" text={words.accept} />
        <IntentButton intent="decline" kind="line" text={words.decline} />
      </div>
      <p className="hint">{words.declineHint}</p>
    </PostForm>
    {service && (
      <details>
        <summary>{words.service}</summary>
        <p>{service}</p>
      </details>
    )}
    <PostForm action={`${path}#${outcomeId}`}>
      <IntentButton intent="leave" kind="text" text={words.leave} />
    </PostForm>
  </>
)

const Accepted = ({ pay, error }: Extract<View, { kind: 'accepted' }>) => (
  <>
    {error && <Note kind="error">{error}</Note>}
    {pay && (
      <PostForm action={pay}>
        <Button>{bookingPayment.toPayment}</Button>
      </PostForm>
    )}
  </>
)

const Over = ({ free, book }: Extract<View, { kind: 'over' }>) => (
  <>
    {free.length > 0 && (
      <section className="stack" aria-labelledby="free">
        <h2 className="h3" id="free">
          {words.over.free}
        </h2>
        <ul>
          {free.map(({ text, href }) => (
            <li key={href}>
              <a href={href}>{text}</a>
            </li>
          ))}
        </ul>
      </section>
    )}
    <p>
      <a href={book}>{words.over.book}</a>
    </p>
  </>
)
