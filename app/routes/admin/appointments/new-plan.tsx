import '#app/ui/styles/calendar.css'
import { useState } from 'react'
import { data, type ShouldRevalidateFunctionArgs, useLocation } from 'react-router'
import { telephoneForm } from '#app/domain/booking/book-by-telephone.server.ts'
import { bookPlanByTelephone } from '#app/domain/booking/plans/book-plan.server.ts'
import { parsePlanDay } from '#app/domain/booking/plans/moved-days.ts'
import { toContact } from '#app/domain/patients/patient-fields.ts'
import { findService } from '#app/domain/catalogue/services.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { getActor } from '#app/http/admin.server.ts'
import { servicesContext, type RequestContext } from '#app/http/context.ts'
import { redirectWithFlash } from '#app/http/flash.ts'
import { tryLoad } from '#app/http/load.ts'
import { checkFields, type Typed, typedFields } from '#app/http/parse-form.ts'
import { submit } from '#app/http/submit.server.ts'
import { admin } from '#content/pages/admin.ts'
import { adminNewAppointment } from '#content/pages/admin-appointments.ts'
import { adminNewPlan as words, planWords } from '#content/pages/admin-plans.ts'
import { findChosen } from './chosen-patient.server.ts'
import { NewPlan } from './new-plan-page.tsx'
import { type NewPlanOptions, viewNewPlan } from './new-plan-view.server.ts'
import { type Draft, findNextTime, readDraft, toDraft } from './plan-draft.server.ts'
import type { Route } from './+types/new-plan.ts'

/**
 * As for a new appointment, everything that was typed is posted and shown again, since no URL says anything about a
 * patient. Nothing is reserved before all days are booked together.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { patient, template = '' } = Object.fromEntries(new URL(request.url).searchParams)
  const person = await findChosen(context, patient)
  const values: Typed = { ...(person && { ...toContact(person), patient: person.id }), ...(template && { template }) }
  const form: FormState = { values }
  const draft = readDraft(context.get(servicesContext), values)
  return { ...(await viewNewPlan(context, { typed: values, draft })), form }
}

export async function action({ request, context }: Route.ActionArgs) {
  const typed = await typedFields(request)
  const services = context.get(servicesContext)
  const draft = readDraft(services, typed)
  return submit(
    context,
    () => press(context, typed, draft),
    () => showAgain(context, { typed, draft, status: 503, form: { error: admin.notStored } }),
  )
}

/** What the pressed button does; all but one show the page again. */
async function press(context: RequestContext, typed: Typed, draft: Draft) {
  if (typed.use !== undefined) return fillIn(context, typed, draft)
  const [, name, value = ''] = /^([a-z]+):(.*)$/s.exec(typed.press ?? '') ?? []
  switch (name ?? typed.intent) {
    case 'book':
      return book(context, typed, draft)
    case 'take':
      return showAgain(context, { typed: { ...typed, week: '' }, draft: takeProposal(draft, value) })
    case 'change':
      return showAgain(context, { typed, draft, open: [Number(value)] })
    case 'remove':
      return showAgain(context, { typed, draft: without(draft, Number(value)) })
    case 'move':
      return showAgain(context, { typed, draft: moveDay(draft, value) })
    case 'add':
      return addDay(context, typed, draft)
    case 'show':
      return showAgain(context, { typed, draft })
    case 'week':
      return showAgain(context, { typed: { ...typed, week: value }, draft })
    case 'find':
      return showAgain(context, { typed, draft, isSearch: true })
    default:
      return isSearched(typed)
        ? showAgain(context, { typed, draft, isSearch: true })
        : showAgain(context, { typed, draft: without(draft), isProposed: true })
  }
}

/** Enter in the search field searches; in any other field it shows proposals. */
const isSearched = ({ intent, known = '', searched = '' }: Typed) =>
  intent === 'enter' && known.trim() !== '' && known !== searched

/** The answer shows the page. */
export const shouldRevalidate = ({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  formMethod !== 'POST' && defaultShouldRevalidate

type Shown = NewPlanOptions & { status?: number; form?: FormState; message?: string }

async function showAgain(context: RequestContext, { status = 200, form, message, ...options }: Shown) {
  const page = await tryLoad(context, () => viewNewPlan(context, options))
  return data({ form: { ...form, values: options.typed }, message, page, pressed: true }, { status })
}

async function fillIn(context: RequestContext, typed: Typed, draft: Draft) {
  const person = await findChosen(context, typed.use)
  if (!person) return showAgain(context, { typed, draft, message: adminNewAppointment.known.gone })
  const values = { ...typed, ...toContact(person), patient: person.id, known: '' }
  const message = adminNewAppointment.known.filledIn(person.name)
  return showAgain(context, { typed: values, draft, message })
}

/** Without one day, by its number, or without any. */
const without = ({ base, days }: Draft, number?: number): Draft =>
  toDraft(base, number === undefined ? [] : days.filter((_, index) => index !== number - 1))

/** All days of a proposal, as its button has them. */
function takeProposal({ base }: Draft, value: string): Draft {
  const days = value.split(',').flatMap((each, turn) => {
    const [at, serviceId] = [parsePlanDay(each), base.days[turn]?.serviceId]
    return at && serviceId ? [{ ...at, serviceId, turn }] : []
  })
  return toDraft(base, days)
}

/** '3.1763650800000.daniel': day 3 to another time, by dragging. */
function moveDay({ base, days }: Draft, value: string): Draft {
  const [, number, day] = /^(\d{1,2})\.(.+)$/.exec(value) ?? []
  const at = parsePlanDay(day)
  return toDraft(
    base,
    at ? days.map((each, index) => (index === Number(number) - 1 ? { ...each, ...at } : each)) : days,
  )
}

async function addDay(context: RequestContext, typed: Typed, draft: Draft) {
  const services = context.get(servicesContext)
  const serviceId = findService(services.content, typed.add ?? '')?.id
  if (!serviceId)
    return showAgain(context, {
      typed,
      draft,
      status: 400,
      form: { fieldErrors: { add: adminNewAppointment.chooseService } },
    })
  const at = await findNextTime(services, draft, serviceId, Date.now())
  if (!at) return showAgain(context, { typed, draft, status: 409, form: { fieldErrors: { add: words.nothingFree } } })
  return showAgain(context, {
    typed,
    draft: toDraft(draft.base, [...draft.days, { ...at, serviceId, turn: undefined }]),
  })
}

/** All days or none. Those that are not free are shown with other times, and everything else stays. */
async function book(context: RequestContext, typed: Typed, draft: Draft) {
  const services = context.get(servicesContext)
  const checked = checkFields(typed, telephoneForm)
  const error = draft.days.length === 0 ? words.chooseDays : undefined
  if (!checked.ok || error) {
    const form = { ...(!checked.ok && { fieldErrors: checked.errors }), ...(error && { error }) }
    return showAgain(context, { typed, draft, status: 400, form })
  }
  const booked = await bookPlanByTelephone(services, getActor(context), {
    template: draft.template,
    days: draft.days,
    patient: checked.values,
    patientId: (await findChosen(context, typed.patient))?.id,
    now: Date.now(),
  })
  if (booked.ok) return redirectWithFlash(context, `/admin/plans/${booked.planId}`, { text: planWords.done.booked })
  if (booked.reason !== 'days-taken')
    return showAgain(context, { typed, draft, status: 409, form: { error: words.refused[booked.reason] } })
  const open = booked.failed.map(({ planDay }) => planDay)
  const fieldErrors = Object.fromEntries(
    booked.failed.map(({ planDay, reason }) => [`other.${planDay}`, words.dayRefused[reason]]),
  )
  const values = withoutOthers(typed)
  return showAgain(context, {
    typed: values,
    draft,
    open,
    status: 409,
    form: { error: words.failed(open.map(planWords.day).join(', ')), fieldErrors },
  })
}

/** What was chosen instead of a day is part of the draft by now. */
const withoutOthers = (typed: Typed) =>
  Object.fromEntries(Object.entries(typed).filter(([name]) => !name.startsWith('other.')))

export default function NewPlanRoute({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { key } = useLocation()
  const page = answer?.page ?? loaderData
  const form: FormState = answer?.form ?? loaderData.form
  const [filledInAt, setFilledInAt] = useState('')
  if (form.values?.use !== undefined && filledInAt !== key) setFilledInAt(key)
  return (
    <AdminPage title={words.heading}>
      {/* Fields start afresh with the data of the patient who was selected. */}
      <NewPlan key={filledInAt} {...page} form={form} message={answer?.message} />
    </AdminPage>
  )
}
