import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import { answerRequest, recordOutcome } from '#app/domain/booking/answer.server.ts'
import { type Appointment, isActive } from '#app/domain/booking/appointment.ts'
import { findAppointment } from '#app/domain/booking/appointments.server.ts'
import { correctAppointment, correctionForm } from '#app/domain/booking/correct-appointment.server.ts'
import { findFailedEmailAbout } from '#app/domain/outbox/failed-emails.server.ts'
import { cancelAppointment, undoCancellation } from '#app/domain/booking/cancel-appointment.server.ts'
import { openHealth } from '#app/domain/booking/health.server.ts'
import { toResourceNames, getVideo } from '#app/domain/booking/plan.ts'
import { formatAppointmentTime } from '#app/domain/booking/format-appointment.ts'
import { getHealthErasureTime, retainHealth } from '#app/domain/booking/retention.server.ts'
import { clinicDate, formatClinicDate, formatClinicMoment } from '#app/domain/shared/clinic-time.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { getActor } from '#app/http/admin.server.ts'
import { requireId } from '#app/http/require-id.ts'
import { servicesContext } from '#app/http/context.ts'
import { setFlash, takeFlash } from '#app/http/flash.ts'
import { checkFields, type Typed, typedFields } from '#app/http/parse-form.ts'
import { loadOr404 } from '#app/http/load.ts'
import { useSite } from '#app/http/site.ts'
import { type FormAnswer, formError, submit, submitIntent } from '#app/http/submit.server.ts'
import { AdminPage } from '#app/ui/admin/admin-page.tsx'
import { AppointmentPage, type AppointmentView } from '#app/ui/admin/appointments/appointment-page.tsx'
import { outcomeId } from '#app/ui/forms/field-state.ts'
import { admin } from '#content/pages/admin.ts'
import {
  adminAppointment as words,
  formatAppointmentState,
  appointmentStates,
} from '#content/pages/admin-appointments.ts'
import { services as catalogue } from '#content/services.ts'

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const id = requireId(params.id)
  const { database, clinic, booking, config, emailsLeave } = context.get(servicesContext)
  const { appointment, eraseAt, bouncedEmail } = await loadOr404(context, async () => {
    const appointment = await findAppointment(database.db, id)
    return (
      appointment && {
        appointment,
        eraseAt: await getHealthErasureTime({ database, config }, appointment),
        bouncedEmail: await findFailedEmailAbout(database, id),
      }
    )
  })
  const now = Date.now()
  const { timeZone } = clinic.facts(now)
  const isOver = appointment.startsAt <= now
  const flash = takeFlash(request, context, flashes)
  return {
    appointment,
    when: formatAppointmentTime(appointment, timeZone),
    calendar: `/admin/appointments?day=${clinicDate(appointment.startsAt, timeZone).toString()}`,
    booked: formatClinicMoment(appointment.bookedAt, timeZone),
    service: catalogue.find((service) => service.id === appointment.serviceId)?.title ?? appointment.serviceId,
    withWhom: toResourceNames(booking, [appointment.person]).join(', '),
    room: appointment.room
      ? toResourceNames(booking, [appointment.room]).join(', ')
      : [words.byVideo, getVideo(booking, appointment)?.url].filter(Boolean).join(', '),
    eraseOn: formatClinicDate(eraseAt, timeZone),
    canChange: isActive(appointment) && !isOver,
    undo:
      appointment.state === 'cancelled' && (appointment.undoUntil ?? 0) > now
        ? toUndoStatus(appointment, emailsLeave, now)
        : undefined,
    isOver,
    bouncedEmail,
    mailed: emailsLeave,
    form: (flash ? { notice: flashNotice(flash, appointment) } : {}) as FormState,
  }
}

const toUndoStatus = ({ email, cancelToldAt }: Appointment, mailed: boolean, now: number): AppointmentView['undo'] =>
  !mailed || email === '' || cancelToldAt === undefined ? 'untold' : cancelToldAt > now ? 'unseen' : 'told'

const flashes = ['appointment-changed', 'appointment-saved', 'appointment-moved', 'appointment-booked'] as const

function flashNotice(flash: (typeof flashes)[number], { state }: Appointment) {
  if (flash === 'appointment-changed') return words.state.done[state]
  if (flash === 'appointment-moved') return words.state.moved
  return flash === 'appointment-booked' ? words.state.booked : words.state.saved
}

/** Runs the pressed button. The health answer is shown in the response to the post, so it has no address. */
export async function action({ params, request, context }: ActionFunctionArgs) {
  const id = requireId(params.id)
  const services = context.get(servicesContext)
  const actor = getActor(context)
  const now = Date.now()
  const typed = await typedFields(request)
  const setRetained = async (kept: boolean) => {
    await retainHealth(services, actor, { id, kept })
    return done({ ok: true }, 'appointment-saved')
  }
  const answer = async (answer: 'accepted' | 'declined') =>
    done(await answerRequest(services, actor, { id, answer, now }))
  const mark = async (to: 'completed' | 'no-show' | 'confirmed') => {
    const { from } = typed
    if (from !== 'requested' && from !== 'confirmed' && from !== 'completed' && from !== 'no-show')
      return formError(400, admin.unknownIntent)
    return done(await recordOutcome(services, actor, { id, from, to, now }))
  }
  return submitIntent<Answer>(context, typed, {
    async health() {
      const opened = await openHealth(services, actor, id)
      return opened.ok ? data({ form: {}, health: opened.text }) : formError(404, words.health[opened.reason])
    },
    'keep-health': () => setRetained(true),
    'release-health': () => setRetained(false),
    accepted: () => answer('accepted'),
    declined: () => answer('declined'),
    cancel: async () => done(await cancelAppointment(services, actor, { id, notify: typed.tell === 'on', now })),
    undo: async () => done(await undoCancellation(services, actor, { id, now })),
    completed: () => mark('completed'),
    'no-show': () => mark('no-show'),
    confirmed: () => mark('confirmed'),
    correct: () => correct(context, id, typed),
    'correct-anyway': () => correct(context, id, typed),
  })

  function done(outcome: Outcome, flash: 'appointment-changed' | 'appointment-saved' = 'appointment-changed') {
    if (!outcome.ok) return toFormError(outcome)
    setFlash(context, flash)
    return redirect(`/admin/appointments/${id}#${outcomeId}`, 303)
  }
}

/** Shows what was typed again. The second button saves it although the time is not free. */
async function correct(context: ActionFunctionArgs['context'], id: string, typed: Typed) {
  const answer = (status: number, form: FormState, isTight = false) =>
    data({ correction: { values: typed, ...form }, isTight }, { status })
  const checked = checkFields(typed, correctionForm)
  const serviceId = catalogue.find((service) => service.id === typed.service)?.id
  if (!checked.ok) return answer(400, { fieldErrors: checked.errors })
  if (!serviceId) return answer(400, { error: admin.unknownIntent })
  const correction = { ...checked.values, id, serviceId, anyway: typed.intent === 'correct-anyway', now: Date.now() }
  const store = () => correctAppointment(context.get(servicesContext), getActor(context), correction)
  const corrected = await submit(context, store, () => undefined)
  if (!corrected) return answer(503, { error: admin.notStored })
  if (!corrected.ok)
    return corrected.reason === 'not-found'
      ? answer(409, { error: words.refused['not-found'] })
      : answer(409, { error: words.correct.tight }, true)
  setFlash(context, 'appointment-saved')
  return redirect(`/admin/appointments/${id}#${outcomeId}`, 303)
}

type Answer =
  | FormAnswer
  | ReturnType<typeof data<{ form: FormState; health: string }>>
  | Awaited<ReturnType<typeof correct>>

type Outcome = Awaited<
  ReturnType<typeof answerRequest | typeof cancelAppointment | typeof undoCancellation | typeof recordOutcome>
>

const toFormError = (outcome: Exclude<Outcome, { ok: true }>) =>
  outcome.reason === 'changed-meanwhile'
    ? formError(409, words.refused.changedMeanwhile(appointmentStates[outcome.state].toLowerCase()))
    : formError(409, words.refused[outcome.reason])

export default function Appointment() {
  const { clinic } = useSite()
  const { form, ...view } = useLoaderData<typeof loader>()
  const posted = useActionData<{ form?: FormState; health?: string; correction?: FormState; isTight?: boolean }>()
  return (
    <AdminPage
      title={words.heading}
      clinic={clinic}
      aside={
        // Live: the buttons further down change it.
        <span className="tag" id="state-now" data-live>
          {formatAppointmentState(view.appointment)}
        </span>
      }
    >
      <AppointmentPage
        {...view}
        form={posted?.form ?? (posted?.correction ? {} : form)}
        health={posted?.health}
        correction={posted?.correction}
        isTight={posted?.isTight ?? false}
        clinicName={clinic.name}
      />
    </AdminPage>
  )
}
