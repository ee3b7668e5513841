import { data, redirectDocument } from 'react-router'
import { answerRequest, toAnsweredState } from '#app/domain/booking/answer.server.ts'
import {
  type Appointment,
  type AppointmentState,
  appointmentStates as states,
  canChange,
  canUndoCancellation,
} from '#app/domain/booking/appointment.ts'
import { findAppointmentFor } from '#app/domain/booking/appointments.server.ts'
import { recordAttendance } from '#app/domain/booking/attendance.server.ts'
import { whatIsDue } from '#app/domain/booking/money/what-is-due.server.ts'
import { nextSteps } from '#app/domain/booking/attendance.ts'
import { cancelAppointment, undoCancellation } from '#app/domain/booking/cancel-appointment.server.ts'
import { waiveFee } from '#app/domain/booking/fees/fees.server.ts'
import { confirmAddress } from '#app/domain/booking/confirm-address.server.ts'
import { correctAppointment, correctionForm } from '#app/domain/booking/correct-appointment.server.ts'
import { formatAppointmentTime } from '#app/domain/booking/format-appointment.ts'
import { findPlansOf } from '#app/domain/booking/plans/booked-plans.server.ts'
import {
  type AppointmentForm,
  listFormsOf,
  markFormOnPaper,
  openForm,
  takeBackFormOnPaper,
} from '#app/domain/booking/forms/forms.server.ts'
import { sendForms } from '#app/domain/booking/forms/send-forms.server.ts'
import { startTablet } from '#app/domain/booking/forms/tablet.server.ts'
import { addressSource } from '#app/domain/booking/sealed-access.ts'
import { openHealth } from '#app/domain/booking/health.server.ts'
import { toResourceNames, getVideo } from '#app/domain/booking/service-needs.ts'
import { getHealthErasureTime, retainHealth } from '#app/domain/booking/retention.server.ts'
import { agreeToTexts, endTexts } from '#app/domain/booking/text-reminders.server.ts'
import { undoAnswer } from '#app/domain/booking/undo-answer.server.ts'
import { findFailedEmailAbout } from '#app/domain/outbox/failed-emails.server.ts'
import { findService, listServices, nameService } from '#app/domain/catalogue/services.ts'
import { clinicDate, formatClinicDate, formatClinicMoment } from '#app/domain/shared/clinic-time.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { tabletPath } from '#app/domain/shared/go-to-tablet.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { getActor, getStaff } from '#app/http/admin.server.ts'
import { sayAdvance } from '#app/http/booking-money.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { clearCookie, cookieNames } from '#app/http/cookies.ts'
import { redirectDone, type UndoFields } from '#app/http/done.ts'
import { takeNotice } from '#app/http/flash.ts'
import { loadOr404 } from '#app/http/load.ts'
import { checkFields, type Typed, typedFields } from '#app/http/parse-form.ts'
import { requireId } from '#app/http/require-id.ts'
import { mayOpen, mayPost } from '#app/http/rights.server.ts'
import { useSite } from '#app/http/site.ts'
import { formError, showForm, submitIntent } from '#app/http/submit.server.ts'
import { setTablet } from '#app/http/tablet.server.ts'
import { usePoll } from '#app/http/use-poll.ts'
import { describeLate } from '#app/ui/admin/appointment-rows.ts'
import { patientName } from '#app/ui/admin/patient-name.ts'
import {
  adminAppointment as words,
  appointmentFee as feeWords,
  adminForms,
  formatAppointmentState,
  appointmentStates,
} from '#content/pages/admin-appointments.ts'
import { adminAddresses } from '#content/pages/admin-addresses.ts'
import { appointmentTexts } from '#content/pages/admin-texts.ts'
import { admin } from '#content/pages/admin.ts'
import { getSignedIn } from '#app/http/viewer.server.ts'
import { AppointmentPage } from './appointment-page.tsx'
import { withoutFeeField } from './without-fee.ts'
import { viewFee } from './fee.server.ts'
import { loadTexts } from './texts.server.ts'
import { type FilledIn, toFilledIn } from './filled-in.server.ts'
import type { Route } from './+types/appointment.ts'

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const id = requireId(params.id)
  const services = context.get(servicesContext)
  const { database, clinic, content, booking, config, emailsLeave } = services
  const { role } = getStaff(context)
  const { appointment, plans, eraseAt, bouncedEmail, forms, texts, due } = await loadOr404(context, async () => {
    const appointment = await findAppointmentFor(database.db, getActor(context).scope, id)
    return (
      appointment && {
        appointment,
        plans: await findPlansOf(database.db, getActor(context).scope, [appointment], Date.now()),
        eraseAt: await getHealthErasureTime({ database, config }, appointment),
        bouncedEmail: mayOpen(role, '/admin/mail') ? await findFailedEmailAbout(database, id) : undefined,
        forms: await listFormsOf({ db: database.db, content }, appointment, Date.now()),
        texts: await loadTexts(services, appointment, Date.now()),
        due: await whatIsDue(services, appointment, Date.now()),
      }
    )
  })
  const now = Date.now()
  const { timeZone } = clinic.facts(now)
  return {
    appointment,
    name: patientName(appointment),
    when: formatAppointmentTime(appointment, timeZone),
    calendar: `/admin/appointments?day=${clinicDate(appointment.startsAt, timeZone).toString()}`,
    booked: formatClinicMoment(appointment.bookedAt, timeZone),
    service: nameService(content, appointment.serviceId),
    plan: toPlanLink(appointment, plans),
    services: listServices(content).map(({ id, title }): [string, string] => [id, title]),
    withWhom: toResourceNames(booking, [appointment.person]).join(', '),
    room: appointment.room
      ? toResourceNames(booking, [appointment.room]).join(', ')
      : [words.byVideo, getVideo(booking, appointment)?.url].filter(Boolean).join(', '),
    eraseOn: formatClinicDate(eraseAt, timeZone),
    canChange: canChange(appointment, now),
    steps: nextSteps(appointment, now),
    late: describeLate(appointment, now),
    /** Set while a cancellation can be undone: the patient was emailed about it, will be in seconds, or won't be. */
    undo: canUndoCancellation(appointment, now) ? toUndoStatus(appointment, emailsLeave, now) : undefined,
    bouncedEmail,
    money: sayAdvance(context, appointment, due),
    forms: forms.map((form) => toFormRow(form, timeZone)),
    texts,
    fee: viewFee(due, mayOpen(role, '/admin/payments')),
    addressSource: addressSource(appointment),
    mayOpenRecord: mayOpen(role, '/admin/patients'),
    mayReadHealth: mayPost(role, '/admin/appointments/:id', 'health'),
    mailed: emailsLeave,
    form: takeNotice(request, context, `/admin/appointments/${id}`),
  }
}

/** 'Panchakarma, 7 days: day 3 of 7'. */
function toPlanLink({ id, planId = '' }: Appointment, plans: Awaited<ReturnType<typeof findPlansOf>>) {
  const plan = plans.get(planId)
  const day = plan?.days.find((each) => each.id === id)
  return (
    plan && day && { href: `/admin/plans/${plan.id}`, text: words.plan(plan.title, day.number, plan.progress.days) }
  )
}

function toFormRow({ formId, name, status, signed }: AppointmentForm, timeZone: string) {
  const when = signed && formatClinicMoment(signed.signedAt, timeZone)
  const says = {
    due: () => adminForms.status.due,
    signed: () => adminForms.status.signed(when!, signed!.version),
    paper: () => adminForms.status.paper(when!),
    earlier: () => adminForms.status.earlier(when!),
  }
  return { formId, name, status, says: says[status](), signedId: status === 'signed' ? signed?.id : undefined }
}

const toUndoStatus = (
  { email, cancelToldAt }: Appointment,
  mailed: boolean,
  now: number,
): keyof typeof words.state.undoTells =>
  !mailed || email === '' || cancelToldAt === undefined ? 'untold' : cancelToldAt > now ? 'unseen' : 'told'

/** Runs the pressed button. The health answer is shown in the response to the post, so it has no address. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const id = requireId(params.id)
  const services = context.get(servicesContext)
  const actor = getActor(context)
  const now = Date.now()
  const typed = await typedFields(request)
  const record = `/admin/appointments/${id}`
  const done = (text: string, undo?: UndoFields) => redirectDone(context, typed, { record, text, undo })
  const setRetained = async (kept: boolean) => {
    await retainHealth(services, actor, { id, kept })
    return done(words.state.saved)
  }
  const answer = async (answer: 'accepted' | 'declined') => {
    const answered = await answerRequest(services, actor, { id, answer, now })
    if (!answered.ok) return toFormError(answered)
    const undo = { intent: 'undo-answer', answer, revision: answered.revision }
    return done(words.state.done[toAnsweredState(answer)], undo)
  }
  const undoTheAnswer = async () => {
    const answer = typed.answer === 'accepted' || typed.answer === 'declined' ? typed.answer : undefined
    const revision = /^\d{1,9}$/.test(typed.revision ?? '') ? Number(typed.revision) : undefined
    if (!answer || revision === undefined) return formError(400, admin.unknownIntent)
    const undone = await undoAnswer(services, actor, { id, answer, revision })
    return undone.ok ? done(words.state.done.requested) : toFormError(undone)
  }
  const mark = async (to: AppointmentState) => {
    const from = states.find((state) => state === typed.from)
    if (!from) return formError(400, admin.unknownIntent)
    const withoutFee = typed[withoutFeeField] === 'on'
    const marked = await recordAttendance(services, actor, { id, from, to, withoutFee, now })
    if (!marked.ok) return toFormError(marked)
    // A request cannot be made open again.
    return done(words.state.done[to], from === 'requested' ? undefined : { intent: from, from: to })
  }
  const confirm = async (isTheirs: boolean) => {
    const confirmed = await confirmAddress(services, actor, { id, email: typed.email ?? '', isTheirs })
    if (confirmed.ok) return done(words.state.saved)
    return formError(409, confirmed.reason === 'not-found' ? words.refused['not-found'] : adminAddresses.changed)
  }
  const markForm = async (mark: typeof markFormOnPaper, text: string, undo: string) => {
    const formId = typed.form ?? ''
    const marked = await mark(services, actor, { appointmentId: id, formId, now })
    if (marked.ok) return done(text, { intent: undo, form: formId })
    return formError(409, marked.reason === 'not-found' ? words.refused['not-found'] : adminForms.changed)
  }
  return submitIntent(context, typed, {
    async health() {
      const opened = await openHealth(services, actor, id)
      return opened.ok ? data({ form: {}, health: opened.text }) : formError(404, words.health[opened.reason])
    },
    form: () => openFilledIn(context, id, typed),
    tablet: () => handOver(request, context, id, typed),
    'form-on-paper': () => markForm(markFormOnPaper, adminForms.done.paper, 'form-not-on-paper'),
    'form-not-on-paper': () => markForm(takeBackFormOnPaper, adminForms.done.back, 'form-on-paper'),
    'send-forms': async () => {
      const sent = await sendForms(services, actor, { id, now })
      return sent.ok
        ? done(adminForms.done.sent)
        : formError(409, sent.reason === 'not-found' ? words.refused['not-found'] : adminForms.notSent)
    },
    'agree-texts': async () => {
      const agreed = await agreeToTexts(services, actor, { id, now })
      if (!agreed.ok) return formError(409, appointmentTexts.refused[agreed.reason])
      return done(appointmentTexts.done.agreed, { intent: 'end-texts' })
    },
    'end-texts': async () => {
      const ended = await endTexts(services, actor, { id, now })
      if (!ended.ok) return formError(409, appointmentTexts.refused[ended.reason])
      // Only the patient can agree again.
      return done(appointmentTexts.done.ended)
    },
    'waive-fee': async () => {
      const waived = await waiveFee(services, actor, { id, now })
      if (waived.ok) return done(feeWords.done)
      return formError(
        409,
        waived.reason === 'not-found' ? words.refused['not-found'] : feeWords.refused[waived.reason],
      )
    },
    'confirm-address': () => confirm(true),
    'unconfirm-address': () => confirm(false),
    'keep-health': () => setRetained(true),
    'release-health': () => setRetained(false),
    accepted: () => answer('accepted'),
    declined: () => answer('declined'),
    'undo-answer': undoTheAnswer,
    async cancel() {
      const cancelled = await cancelAppointment(services, actor, { id, notify: typed.tell === 'on', now })
      return cancelled.ok ? done(words.state.done.cancelled, { intent: 'undo' }) : toFormError(cancelled)
    },
    async undo() {
      const undone = await undoCancellation(services, actor, { id, now })
      return undone.ok ? done(words.state.restored) : toFormError(undone)
    },
    arrived: () => mark('arrived'),
    'in-session': () => mark('in-session'),
    completed: () => mark('completed'),
    'no-show': () => mark('no-show'),
    confirmed: () => mark('confirmed'),
    correct: () => correct(context, id, typed),
    'correct-anyway': () => correct(context, id, typed),
  })
}

/** The device is the patient's: from here on it opens the forms of this appointment alone. */
async function handOver(request: Request, context: Route.ActionArgs['context'], id: string, typed: Typed) {
  const who = await getSignedIn(request, context)
  if (!who) throw new Error('the dashboard is for people who are signed in')
  const started = await startTablet(context.get(servicesContext), getActor(context), {
    ...{ appointmentId: id, formId: typed.form ?? '', sessionId: who.sessionId, now: Date.now() },
  })
  if (!started.ok)
    return formError(409, started.reason === 'not-found' ? words.refused['not-found'] : adminForms.changed)
  clearCookie(context, cookieNames.session)
  setTablet(context, started.id)
  return redirectDocument(`${tabletPath}?start`, 303)
}

/** Shown in the answer to the post, as a health answer is. */
async function openFilledIn(context: Route.ActionArgs['context'], id: string, typed: Typed) {
  const services = context.get(servicesContext)
  const opening = { appointmentId: id, id: typed.form ?? '', act: 'form.read' as const }
  const opened = await openForm(services, getActor(context), opening)
  if (!opened) return formError(404, adminForms.gone)
  const { timeZone } = services.clinic.facts(Date.now())
  return data({ form: {} as FormState, filledIn: toFilledIn(opened, timeZone) })
}

/** Shows what was typed again. The second button saves it although the time is not free. */
async function correct(context: Route.ActionArgs['context'], id: string, typed: Typed) {
  const checked = checkFields(typed, correctionForm)
  const services = context.get(servicesContext)
  const serviceId = findService(services.content, typed.service ?? '')?.id
  if (!checked.ok) return showForm(typed, 400, { fieldErrors: checked.errors })
  if (!serviceId) return formError(400, admin.unknownIntent, typed)
  const correction = { ...checked.values, id, serviceId, anyway: typed.intent === 'correct-anyway', now: Date.now() }
  const corrected = await correctAppointment(services, getActor(context), correction)
  const record = `/admin/appointments/${id}`
  if (corrected.ok) return redirectDone(context, typed, { record, text: words.state.saved })
  if (corrected.reason === 'not-found') return formError(409, words.refused['not-found'], typed)
  const form: FormState = { values: typed, error: words.correct.tight }
  return data({ form, isTight: true }, { status: 409 })
}

type Outcome = Awaited<
  ReturnType<
    | typeof answerRequest
    | typeof undoAnswer
    | typeof cancelAppointment
    | typeof undoCancellation
    | typeof recordAttendance
  >
>

const toFormError = (outcome: Exclude<Outcome, { ok: true }>) =>
  outcome.reason === 'changed-meanwhile'
    ? formError(409, words.refused.changedMeanwhile(appointmentStates[outcome.state].toLowerCase()))
    : formError(409, words.refused[outcome.reason])

export type AppointmentView = Route.ComponentProps['loaderData']
type Posted = { form?: FormState; health?: string; filledIn?: FilledIn; isTight?: boolean }

export default function Appointment({ loaderData, actionData }: Route.ComponentProps) {
  // Without the notice, which only the loaded page has.
  const view = { ...usePoll(loaderData), form: loaderData.form }
  const { form = view.form, health, filledIn, isTight = false }: Posted = actionData ?? {}
  const isCorrection = form.values?.intent?.startsWith('correct')
  return (
    <AdminPage
      title={view.name}
      documentTitle={words.heading}
      above={words.heading}
      aside={
        // Live: the buttons further down change it.
        <span className={view.late ? 'tag tag-late' : 'tag'} id="state-now">
          {view.late ?? formatAppointmentState(view.appointment)}
        </span>
      }
    >
      <AppointmentPage
        {...view}
        form={isCorrection ? {} : form}
        health={health}
        filledIn={filledIn}
        correction={isCorrection ? form : {}}
        isTight={isTight}
        clinicName={useSite().clinic.name}
      />
    </AdminPage>
  )
}
