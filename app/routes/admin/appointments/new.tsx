import '#app/ui/styles/shop-and-booking.css'
import { useState } from 'react'
import { data, type ShouldRevalidateFunctionArgs, useLocation } from 'react-router'
import { bookByTelephone, clinicBookingDays, telephoneForm } from '#app/domain/booking/book-by-telephone.server.ts'
import { readChoice, getWidgetStep } from '#app/domain/booking/choice.ts'
import { needsFor } from '#app/domain/booking/service-needs.ts'
import { toContact } from '#app/domain/patients/patient-fields.ts'
import { formatDay, instantsOn, parseClock, parseDay } from '#app/domain/shared/clinic-time.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { getActor } from '#app/http/admin.server.ts'
import { listTimes } from '#app/http/choose-a-time.server.ts'
import { servicesContext, type RequestContext } from '#app/http/context.ts'
import { redirectWithFlash } from '#app/http/flash.ts'
import { isId } from '#app/http/require-id.ts'
import { tryLoad } from '#app/http/load.ts'
import { checkFields, type Typed, typedFields } from '#app/http/parse-form.ts'
import { submit } from '#app/http/submit.server.ts'
import { admin } from '#content/pages/admin.ts'
import { adminAppointment, adminNewAppointment as words, adminCalendar } from '#content/pages/admin-appointments.ts'
import type { WellnessService } from '#app/domain/catalogue/service.ts'
import { listServices } from '#app/domain/catalogue/services.ts'
import { findChosen, searchKnown } from './chosen-patient.server.ts'
import { NewAppointment } from './new-appointment.tsx'
import type { Route } from './+types/new.ts'

/**
 * No URL says anything about a patient, so everything that was typed is posted, and the answer shows it again. The record
 * of a patient leads here with its id.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const query = Object.fromEntries(new URL(request.url).searchParams)
  const person = await findChosen(context, query.patient)
  const { plan = '', instead = '' } = query
  const form: FormState = { values: { ...(person && { ...toContact(person), patient: person.id }), plan, instead } }
  return { ...(await view(context, query)), form }
}

/** The page, as the URL or a posted form asks for it. */
async function view(context: RequestContext, typed: Typed) {
  const pressed = getPressed(typed)
  const { content, booking } = context.get(servicesContext)
  const all = listServices(content)
  // Who gives none may still look at the page.
  const given = all.filter(({ id }) => needsFor(booking, id).people.length > 0)
  const services = given.length > 0 ? given : all
  const serviceId = findId(services, typed.service) ?? services[0]!.id
  const choice = getChoice(typed)
  const times = await listTimes(context, choice, { serviceId, byClinic: true })
  // Search again, so that the result stays until a patient is selected.
  const searched = pressed === 'find' ? (typed.known ?? '') : typed.known || undefined
  return {
    serviceId,
    services: services.map(({ id, title }) => [id, title] as const),
    // "Show times" leads back to the times, although one may be selected already.
    times: pressed === 'show' ? { ...times, step: getWidgetStep({ ...choice, at: undefined }) } : times,
    pressed,
    known: { searched, people: searched ? await searchKnown(context, searched) : [] },
  }
}

const findId = (services: WellnessService[], typed: string | undefined) => services.find(({ id }) => id === typed)?.id
const getChoice = (typed: Typed) => readChoice(new URLSearchParams(typed.go ?? typed))

type Pressed = 'go' | 'use' | 'show' | 'find'

/** The pressed button, unless it books. Enter in the search field searches; in any other field it books. */
function getPressed({ go, use, intent, known = '', searched = '' }: Typed): Pressed | undefined {
  if (go !== undefined) return 'go'
  if (use !== undefined) return 'use'
  if (intent === 'show' || intent === 'find') return intent
  return intent === 'enter' && known.trim() !== '' && known !== searched ? 'find' : undefined
}

export async function action({ request, context }: Route.ActionArgs) {
  const typed = await typedFields(request)
  const pressed = getPressed(typed)
  if (pressed && pressed !== 'use') return showAgain(context, typed)
  const work = () => (pressed ? fillIn(context, typed) : book(context, typed))
  return submit(context, work, () => showAgain(context, typed, { status: 503, form: { error: admin.notStored } }))
}

/** The answer shows the page. */
export const shouldRevalidate = ({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  formMethod !== 'POST' && defaultShouldRevalidate

type Shown = { status?: number; form?: FormState; message?: string }

async function showAgain(context: RequestContext, typed: Typed, { status = 200, form, message }: Shown = {}) {
  const page = await tryLoad(context, () => view(context, typed))
  return data({ form: { ...form, values: typed }, message, page }, { status })
}

async function fillIn(context: RequestContext, typed: Typed) {
  const person = await findChosen(context, typed.use)
  if (!person) return showAgain(context, typed, { message: words.known.gone })
  const values = { ...typed, ...toContact(person), patient: person.id, known: '' }
  return showAgain(context, values, { message: words.known.filledIn(person.name) })
}

async function book(context: RequestContext, typed: Typed) {
  const services = context.get(servicesContext)
  const rejected = (status: number, form: FormState) => showAgain(context, typed, { status, form })
  const now = Date.now()
  const { timeZone } = services.clinic.facts(now)
  const { at, who, how } = getChoice(typed)
  const anyway = typed.intent === 'anyway'
  const squeezed = squeezedTime(typed, timeZone)
  const startsAt = anyway && squeezed ? squeezed.at : at
  const serviceId = findId(listServices(services.content), typed.service)
  const checked = checkFields(typed, telephoneForm)
  const fieldErrors = {
    ...(!serviceId && { service: words.chooseService }),
    ...(!checked.ok && checked.errors),
    ...(anyway && squeezed?.errors),
  }
  // A day and time under "Squeeze in", but the button for the times above was pressed.
  const isUnclear = squeezed && !anyway && (at === undefined || typed.intent === 'enter')
  const error = isUnclear ? words.whichTime : at === undefined && !squeezed ? words.chooseTime : undefined
  if (!checked.ok || !serviceId || startsAt === undefined || isUnclear)
    return rejected(400, { ...(Object.keys(fieldErrors).length > 0 && { fieldErrors }), ...(error && { error }) })
  const call = {
    serviceId,
    startsAt,
    personId: who,
    byVideo: how === 'video',
    patient: checked.values,
    patientId: (await findChosen(context, typed.patient))?.id,
    plan: typed.plan && isId(typed.plan) ? { planId: typed.plan, instead: typed.instead || undefined } : undefined,
    anyway,
    now,
  }
  const booked = await bookByTelephone(services, getActor(context), call)
  if (booked.ok)
    return redirectWithFlash(context, `/admin/appointments/${booked.id}`, { text: adminAppointment.state.booked })
  if (booked.reason === 'plan-changed') return rejected(409, { error: words.planChanged })
  if (booked.reason === 'taken') return rejected(409, { error: words.taken })
  if (booked.reason === 'not-offered') return rejected(400, { error: words.notOffered })
  const { first, last } = clinicBookingDays(now, timeZone)
  const sentence = booked.reason === 'past' ? words.anyway.past : words.anyway.tooFarAhead(formatDay(last, first))
  return rejected(400, squeezed ? { fieldErrors: { anyDay: sentence } } : { error: sentence })
}

/** A day and time outside the offered ones; undefined when both are blank. */
function squeezedTime({ anyDay = '', anyTime = '' }: Typed, timeZone: string) {
  if (anyDay.trim() === '' && anyTime.trim() === '') return undefined
  const [day, clock] = [parseDay(anyDay), parseClock(anyTime)]
  if (day && clock) return { at: instantsOn(day, timeZone)(clock) }
  const { badDay, badTime } = adminCalendar.block
  return { errors: { ...(!day && { anyDay: badDay }), ...(!clock && { anyTime: badTime }) } }
}

export type NewAppointmentView = Awaited<ReturnType<typeof view>>

export default function NewAppointmentRoute({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { key } = useLocation()
  const page = answer?.page ?? loaderData
  const [filledInAt, setFilledInAt] = useState('')
  if (page.pressed === 'use' && filledInAt !== key) setFilledInAt(key)
  return (
    <AdminPage title={words.heading}>
      {/* Fields start afresh with the data of the patient who was selected. */}
      <NewAppointment key={filledInAt} {...page} form={answer?.form ?? loaderData.form} message={answer?.message} />
    </AdminPage>
  )
}
