import '#app/ui/styles/shop-and-booking.css'
import '#app/ui/styles/plan-days.css'
import { data, redirect } from 'react-router'
import { appointmentPath, signAppointmentLink } from '#app/domain/booking/appointment-link.ts'
import {
  type Appointment,
  canChange,
  canUndoCancellation,
  isActive,
  isUpcoming,
} from '#app/domain/booking/appointment.ts'
import { bookingRules, cutOff, movableUntil } from '#app/domain/booking/booking-rules.ts'
import { holdsNoTime } from '#app/domain/booking/held-back/held-back.ts'
import { awaitsPayment } from '#app/domain/booking/money/pay-ahead.ts'
import { findPlanOf, type Plan } from '#app/domain/booking/plans/plans.server.ts'
import { numberDays } from '#app/domain/booking/plans/booked-plan.ts'
import { findRest } from '#app/domain/booking/plans/plan-rest.server.ts'
import { toProgress } from '#app/domain/booking/plans/plan-days.ts'
import type { AppointmentOrPlan } from '#app/domain/booking/appointment-change.server.ts'
import { cancelAppointment, undoCancellation } from '#app/domain/booking/cancel-appointment.server.ts'
import { toCalendarLinks } from '#app/domain/booking/calendar/calendar-links.ts'
import { eraseOwnAppointment } from '#app/domain/booking/erase-person.server.ts'
import { listFormsOf } from '#app/domain/booking/forms/forms.server.ts'
import { eraseOwnHealth, getHealthStatus, replaceOwnHealth } from '#app/domain/booking/health.server.ts'
import { correctContact, getNewAddress } from '#app/domain/booking/new-address.server.ts'
import { needsFor, getVideo, toResourceNames } from '#app/domain/booking/service-needs.ts'
import { listReplaceableDays } from '#app/domain/booking/own-records.server.ts'
import { linkMayReplace } from '#app/domain/booking/sealed-access.ts'
import { agreeToTexts, endTexts, getTextReminders } from '#app/domain/booking/text-reminders.server.ts'
import { contactForm, healthForm } from '#app/domain/booking/forms/patient-forms.server.ts'
import { toContact } from '#app/domain/patients/patient-fields.ts'
import {
  formatAppointmentParts,
  formatShortAppointmentTime,
  formatMovableUntil,
} from '#app/domain/booking/format-appointment.ts'
import type { Content } from '#app/domain/content/content-record.ts'
import { directionsUrl } from '#app/domain/clinic/confirmed-links.ts'
import { wasNotifiedOfClosure } from '#app/domain/booking/closure-appointments.server.ts'
import { isLimitReached } from '#app/domain/outbox/email-limits.server.ts'
import { findService, servicesOnOffer } from '#app/domain/catalogue/services.ts'
import { clinicClock, clinicDate, formatDay } from '#app/domain/shared/clinic-time.ts'
import { maskEmail } from '#app/domain/shared/mask-email.ts'
import { findAppointmentByLink } from '#app/http/appointment-by-link.server.ts'
import { pageContext, servicesContext, type RequestContext } from '#app/http/context.ts'
import { getFreeDays } from '#app/http/next-free.server.ts'
import { toPaymentProblem } from '#app/http/pay-online.server.ts'
import { readPage } from '#app/http/page-kind.ts'
import { redirectWithFlash, setFlash, takeFlash } from '#app/http/flash.ts'
import { checkFields, typedFields } from '#app/http/parse-form.ts'
import { tryLoad } from '#app/http/load.ts'
import { formError, showForm, submit, submitIntent } from '#app/http/submit.server.ts'
import { clientFingerprint } from '#app/http/client-fingerprint.ts'
import { getTexts } from '#app/http/texts.server.ts'
import { useSite } from '#app/http/site.ts'
import { sampleAppointment } from '#app/mail/samples.ts'
import type { Services } from '#app/services.server.ts'
import { appointmentHeading } from './parts/appointment-heading.ts'
import type { ShownPlan } from './parts/days-of-plan.tsx'
import { AppointmentPage, type AppointmentView } from './parts/appointment-page.tsx'
import { consentFields } from '#app/domain/text-messages/consent-fields.ts'
import { LinkGone } from './parts/new-link-form.tsx'
import { appointmentParts } from '#content/emails.ts'
import { appointmentPage as words, planDays } from '#content/pages/appointment.ts'
import { bookingPage } from '#content/pages/booking.ts'
import { patientTexts, consentWords } from '#content/text-messages.ts'
import { addressLine } from '#content/site.ts'
import { sayRefused } from './refused.server.ts'
import { viewPayment } from './payment-view.server.ts'
import { sampleView } from './sample-appointment.server.ts'
import type { Route } from './+types/appointment.ts'

export const handle = readPage()

/** The signed link is the credential; no sign-in is needed. */
export async function loader({ params: { token }, request, context }: Route.LoaderArgs) {
  const page = context.get(pageContext)
  page.doNotStore()
  const services = context.get(servicesContext)
  const now = Date.now()
  const facts = services.clinic.facts(now)
  const texts = getTexts(context, 'appointment')
  if (page.preview) return data({ texts, view: getSample(services) })

  const read = await tryLoad(context, async () => {
    const appointment = await findAppointmentByLink(context, token)
    if (!appointment) return {}
    const health = await getHealthStatus(services, appointment.id)
    const { db } = services.database
    const ids = { appointmentId: appointment.id, about: 'moved' as const }
    const next = {
      kind: 'appointment' as const,
      ids,
      limitedAs: clientFingerprint(context, appointment.email)?.address,
    }
    const isQuiet = await isLimitReached(db, next, now)
    const newAddress = await getNewAddress(db, appointment, now)
    const isClosed = isUpcoming(appointment, now) && (await wasNotifiedOfClosure(db, appointment, facts))
    const reminders = services.textMessages && (await getTextReminders(db, appointment, now))
    const forms = await listFormsOf({ db, content: services.content }, appointment, now)
    const plan = await findPlanOf(db, appointment)
    const flash = takeFlash(request, context, appointmentPath(token))
    const payment = await viewPayment(services, appointment, plan?.days ?? [appointment], {
      path: appointmentPath(token),
      problem: toPaymentProblem(flash?.about),
      now,
    })
    return { appointment, health, isQuiet, newAddress, isClosed, forms, reminders, plan, payment, flash }
  })
  if (!read) throw data(null, { status: 503 })
  const { appointment, health, isQuiet, newAddress, isClosed, forms, reminders, plan, payment, flash } = read
  if (!appointment || !health || !forms)
    return data({ texts: getTexts(context, 'find-appointment'), view: undefined }, { status: 404 })
  const { booking, emailsLeave } = services
  const { timeZone } = facts
  const video = getVideo(booking, appointment)
  const calendarTitle = appointmentParts.calendarName(facts.name)
  const service = findService(services.content, appointment.serviceId)
  const state = toPatientState(appointment, now)
  const isOn = state === 'confirmed' || state === 'requested'
  const shownPlan = plan && viewPlan(services, plan, appointment, { stays: payment?.stays, now })
  const view = {
    path: appointmentPath(token),
    url: `${services.config.publicOrigin}${appointmentPath(token)}`,
    state,
    contact: toContact(appointment),
    health,
    mayReplace: linkMayReplace(appointment),
    forms: forms
      .filter(({ status }) => status !== 'earlier')
      .map(({ formId, name, status }) => ({ id: formId, name, isDue: status === 'due' })),
    ...toLines(services.content.read('resources', facts), video !== undefined),
    reminders,
    preparation: needsFor(booking, appointment.serviceId).preparation,
    ...toDay(appointment, now, timeZone),
    ...formatAppointmentParts(appointment, timeZone),
    video,
    directionsUrl: video ? undefined : directionsUrl(facts),
    with: toResourceNames(booking, [appointment.person])[0],
    service: service && {
      title: service.title,
      duration: service.duration,
      price: payment?.paysPrice ? undefined : service.price,
    },
    payment,
    plan: shownPlan,
    bookPath: `/booking/${appointment.serviceId}`,
    nextFree: isOn || shownPlan?.elsewhere ? [] : await nextFreeTimes(context, appointment.serviceId),
    calendarTitle,
    calendars:
      appointment.state === 'confirmed'
        ? toCalendarLinks({
            title: calendarTitle,
            // The practitioner's link is only for the patient.
            place: video ? appointmentParts.byVideo : addressLine(facts),
            startsAt: appointment.startsAt,
            endsAt: appointment.endsAt,
          })
        : undefined,
    justNow: acts.find((act) => act === flash?.about),
    was: flash?.text,
    isClosed,
    unheld: holdsNoTime(appointment) ? toUnheld(appointment) : undefined,
    canCancel: canChange(appointment, now),
    movableUntil: canChange(appointment, now)
      ? formatMovableUntil(movableUntil(appointment, booking, facts), now, timeZone)
      : undefined,
    changeCutOffHours: bookingRules(booking, appointment.serviceId).change.changeCutOffHours,
    ...(canUndoCancellation(appointment, now) && { undoUntil: clinicClock(appointment.undoUntil!, timeZone) }),
    mailed: emailsLeave,
    isQuiet,
    ...(newAddress && {
      newAddress: {
        isLinkSent: newAddress.isLinkSent,
        to: maskEmail(newAddress.email),
        meanwhile: appointment.email && maskEmail(appointment.email),
      },
    }),
  }
  return data({ texts, view })
}

/** 'taken': its email was confirmed, and its time was not free then. */
const toUnheld = ({ isAddressProved, heldBack }: Appointment): AppointmentView['unheld'] =>
  isAddressProved === false ? 'unconfirmed' : heldBack === 'hour' || heldBack === 'address' ? 'limited' : 'taken'

function getSample({ clinic, booking, content, emailsLeave }: Services): AppointmentView {
  const facts = clinic.facts(Date.now())
  const { startsAt, endsAt } = sampleAppointment
  const date = clinicDate(startsAt, facts.timeZone)
  const [service] = servicesOnOffer(content)
  const serviceId = service?.id ?? ''
  const calendarTitle = appointmentParts.calendarName(facts.name)
  return {
    ...sampleView,
    ...toLines(content.read('resources', facts), false),
    day: formatDay(date, date),
    ...formatAppointmentParts(sampleAppointment, facts.timeZone),
    service,
    calendarTitle,
    calendars: toCalendarLinks({ title: calendarTitle, place: addressLine(facts), startsAt, endsAt }),
    movableUntil: formatMovableUntil(cutOff({ serviceId, startsAt, bookedAt: 0 }, booking), 0, facts.timeZone),
    changeCutOffHours: bookingRules(booking, serviceId).change.changeCutOffHours,
    mailed: emailsLeave,
  }
}

/** What everybody brings to the clinic, and what is good after an oil therapy. */
function toLines({ bring, after }: Content<'resources'>, isByVideo: boolean) {
  const texts = (items: { text: string }[]) => items.map(({ text }) => text)
  return {
    bring: isByVideo ? undefined : { heading: bring.heading, items: texts(bring.items) },
    afterCare: { heading: after.heading, items: texts([...after.please.items, ...after.careful.items]) },
  }
}

type PlanViewOptions = { stays: string | undefined; now: number }

function viewPlan(
  services: Services,
  plan: Plan,
  appointment: Appointment,
  { stays, now }: PlanViewOptions,
): ShownPlan {
  const { clinic, signer } = services
  const facts = clinic.facts(now)
  const { timeZone } = facts
  const days = numberDays(plan.days)
  const isElsewhere = appointment.state === 'cancelled' && days.some(isActive)
  return {
    ...(isElsewhere && { elsewhere: [planDays.elsewhere(facts), stays].filter(Boolean).join(' ') }),
    day: days.find(({ id }) => id === appointment.id)?.number ?? 1,
    progress: toProgress(days, now),
    ahead: days.filter((day) => canChange(day, now)).length,
    movable: findRest(services, 'patient', plan, now).moving.length,
    days: days.map((day) => ({
      day: day.number,
      when: formatShortAppointmentTime(day, timeZone),
      state: awaitsPayment(day) ? 'held' : isActive(day) && day.endsAt <= now ? 'over' : day.state,
      href: signAppointmentLink(signer, day),
    })),
  }
}

/** Its name, and whether it is near enough to be called today or tomorrow. */
function toDay({ startsAt }: Pick<Appointment, 'startsAt'>, now: number, timeZone: string) {
  const [day, today] = [clinicDate(startsAt, timeZone), clinicDate(now, timeZone)]
  const near = (['today', 'tomorrow'] as const)[today.until(day).days]
  return { day: formatDay(day, today), near: near ?? ('later' as const) }
}

/** A patient who is at the clinic knows it: the page says no more than that the appointment is on. */
function toPatientState(appointment: Pick<Appointment, 'state' | 'endsAt'>, now: number) {
  if (isActive(appointment) && appointment.endsAt <= now) return 'over' as const
  const { state } = appointment
  return state === 'arrived' || state === 'in-session' ? ('confirmed' as const) : state
}

/** The first times of the next days, as links to the booking form. */
async function nextFreeTimes(context: RequestContext, serviceId: string) {
  const days = (await getFreeDays(context, serviceId, {})).slice(0, 3)
  return days.flatMap(({ name, times: [first] }) =>
    first ? [{ text: `${name}, ${first.clock}`, href: `/booking/${serviceId}${first.query}` }] : [],
  )
}

/** What the form posted before this page did. */
const acts = ['moved', 'plan-moved', 'restored'] as const

export async function action({ params: { token }, request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext)
  const now = Date.now()
  const facts = services.clinic.facts(now)
  const typed = await typedFields(request)
  const failure = words.failure(facts)
  const appointment = await submit(
    context,
    () => findAppointmentByLink(context, token),
    () => 'unread' as const,
  )
  if (appointment === 'unread') return formError(503, failure, typed)
  // The loader finds nothing either and shows the page for broken links.
  if (!appointment) return data(undefined, { status: 404 })
  const { id, email: address } = appointment
  const limitedAs = clientFingerprint(context, appointment.email)?.address
  // Which says what has become of it.
  const back = () => redirect(`${appointmentPath(token)}#${appointmentHeading}`, 303)
  const cancel = async (which: AppointmentOrPlan) => {
    const cancelled = await cancelAppointment(services, 'patient', { ...which, now, limitedAs })
    return cancelled.ok ? back() : formError(409, sayRefused(services, appointment, cancelled.reason))
  }
  const intents = {
    cancel: () => cancel({ id }),
    async 'cancel-plan'() {
      const { planId } = appointment
      return planId === undefined ? formError(400, words.unknown, typed) : cancel({ planId })
    },
    async undo() {
      const undone = await undoCancellation(services, 'patient', { id, now, limitedAs })
      if (!undone.ok) return formError(409, words.undoTooLate(facts))
      setFlash(context, { on: appointmentPath(token), about: 'restored' })
      return back()
    },
    async contact() {
      const checked = checkFields(typed, contactForm)
      if (!checked.ok) return showForm(typed, 400, { fieldErrors: checked.errors })
      const limited = { now, limitedAs: clientFingerprint(context, checked.values.email)?.address }
      const corrected = await correctContact(services, id, checked.values, limited)
      if (!corrected) return back()
      return redirect(signAppointmentLink(services.signer, corrected), 303)
    },
    async texts() {
      const version = typed[consentFields.reminders]
      if (version !== consentWords.reminders.version)
        return showForm(typed, 400, { fieldErrors: { [consentFields.reminders]: patientTexts.checkBox } })
      const agreed = await agreeToTexts(services, 'patient', { id, now })
      return agreed.ok ? back() : formError(409, patientTexts.refused[agreed.reason])
    },
    async 'end-texts'() {
      await endTexts(services, 'patient', { id, now })
      return back()
    },
    async health() {
      const checked = checkFields(typed, healthForm)
      if (!checked.ok) return showForm({}, 400, { fieldErrors: checked.errors })
      const text = checked.values.health
      const days = await services.database.transaction(async (tx) => {
        const days = await listReplaceableDays(tx, appointment, { orEmpty: true })
        for (const day of days) await replaceOwnHealth({ ...services, tx }, { id: day, address, text })
        return days
      })
      return days.length > 0 ? back() : formError(403, words.data.closed(facts))
    },
    async 'erase-health'() {
      const erased = await services.database.transaction(async (tx) => {
        const days = await listReplaceableDays(tx, appointment)
        for (const day of days) await eraseOwnHealth({ ...services, tx }, { id: day, address })
        return days
      })
      return erased.length > 0 ? back() : formError(403, words.data.closed(facts))
    },
    async erase() {
      const erased = await services.database.transaction(async (tx) => {
        const days = await listReplaceableDays(tx, appointment)
        for (const day of days) await eraseOwnAppointment(services, tx, { id: day, address, now })
        return days
      })
      if (!erased.includes(id)) return formError(403, words.data.closed(facts))
      return redirectWithFlash(context, '/booking', { text: bookingPage.erased })
    },
  }
  return submitIntent(context, typed, intents, { unknown: words.unknown, failure })
}

export default function AppointmentOfPatient({ loaderData, actionData: posted }: Route.ComponentProps) {
  const site = useSite()
  if (!loaderData.view) return <LinkGone site={site} texts={loaderData.texts} />
  return <AppointmentPage site={site} {...loaderData} form={posted?.form ?? {}} />
}
