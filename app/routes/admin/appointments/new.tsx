import '#app/ui/styles/errands.css'
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import { bookByTelephone, telephoneForm } from '#app/domain/booking/book-by-telephone.server.ts'
import type { NearTime } from '#app/domain/booking/calendar-view.ts'
import { findAppointment } from '#app/domain/booking/appointments.server.ts'
import { findKnownPeople } from '#app/domain/booking/known-people.server.ts'
import { instantsOn, readClock, readDay } from '#app/domain/shared/clinic-time.ts'
import { readChoice } from '#app/domain/booking/choice.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { act } from '#app/http/act.server.ts'
import { adminOf } from '#app/http/admin.server.ts'
import { notFree, timesToChoose } from '#app/http/choose-a-time.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { setFlash } from '#app/http/flash.ts'
import { checkFields, type Typed, typedFields } from '#app/http/parse-form.ts'
import { useSite } from '#app/http/site.ts'
import { AdminPage } from '#app/ui/admin/admin-page.tsx'
import { Anyway } from '#app/ui/admin/appointments/anyway.tsx'
import { CallerFields } from '#app/ui/admin/appointments/caller-fields.tsx'
import { type Known, KnownPeople } from '#app/ui/admin/appointments/known-people.tsx'
import { ServiceChoice } from '#app/ui/admin/appointments/service-choice.tsx'
import { Widget } from '#app/ui/booking/widget.tsx'
import { outcomeId } from '#app/ui/forms/field-state.ts'
import { adminBook as words, adminCalendar } from '#content/pages/admin-appointments.ts'
import { services as catalogue } from '#content/services.ts'

const path = '/admin/appointments/new'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const serviceId = serviceIn(new URL(request.url).searchParams.get('service'))
  return { serviceId, ...(await timesToChoose(context, request, { serviceId, byClinic: true })) }
}

const serviceIn = (typed: string | null | undefined) => catalogue.find(({ id }) => id === typed)?.id ?? catalogue[0]!.id

export async function action({ request, context }: ActionFunctionArgs) {
  const typed = await typedFields(request)
  const choice = readChoice(new URLSearchParams(typed))
  const answer = (status: number, form: FormState, nearest?: NearTime[]) =>
    data({ form: { values: typed, ...form }, ...(nearest && { nearest }) }, { status })
  if (typed.intent === 'find' || typed.use) return act(context, () => findKnown(context, typed), typed)
  const checked = checkFields(typed, telephoneForm)
  if (!checked.ok) return answer(400, { fieldErrors: checked.errors })
  const now = Date.now()
  const anyway = typed.intent === 'anyway'
  const any = anyway ? anyTime(typed, context.get(servicesContext).clinic.facts(now).timeZone) : {}
  if (any.errors) return answer(400, { fieldErrors: any.errors })
  const startsAt = any.at ?? choice.at
  if (startsAt === undefined) return answer(400, { error: words.chooseTime })
  const call = {
    serviceId: serviceIn(typed.service),
    startsAt,
    personId: choice.who,
    byVideo: choice.how === 'video',
    anyway,
    now,
  }
  return act(
    context,
    async () => {
      const services = context.get(servicesContext)
      const booked = await bookByTelephone(services, adminOf(context), { ...call, patient: checked.values })
      if (!booked.ok) {
        const { error, status, nearest } = notFree(context, booked, choice, words)
        return answer(status, { error }, nearest)
      }
      setFlash(context, 'visit-booked')
      return redirect(`/admin/appointments/${booked.id}#${outcomeId}`, 303)
    },
    typed,
  )
}

/** Who was here before, by a part of a name or phone; or one of them, with whom the form is filled in. */
async function findKnown(context: ActionFunctionArgs['context'], typed: Typed) {
  const { database } = context.get(servicesContext)
  const person = typed.use ? await findAppointment(database.db, typed.use.slice(0, 64)) : undefined
  if (person) {
    const { name, phone, email } = person
    return data({ form: { values: { ...typed, name, phone, email } } as FormState })
  }
  const known = { typed: typed.known ?? '', people: await findKnownPeople(database.db, typed.known ?? '') }
  return data({ form: {} as FormState, known })
}

/** A day and time that need not be on offer; both empty: the one that was chosen. */
function anyTime({ anyDay = '', anyTime: typedTime = '' }: Typed, timeZone: string) {
  if (anyDay.trim() === '' && typedTime.trim() === '') return {}
  const [day, clock] = [readDay(anyDay), readClock(typedTime)]
  if (day && clock) return { at: instantsOn(day, timeZone)(clock) }
  const { badDay, badTime } = adminCalendar.block
  return { errors: { ...(!day && { anyDay: badDay }), ...(!clock && { anyTime: badTime }) } }
}

export default function BookForCaller() {
  const { clinic } = useSite()
  const { serviceId, view, step, who } = useLoaderData<typeof loader>()
  const posted = useActionData<{ form: FormState; nearest?: NearTime[]; known?: Known }>()
  const form = posted?.form ?? {}
  return (
    <AdminPage page={{ title: words.heading, seo: { ...adminCalendar.seo, title: words.heading } }} clinic={clinic}>
      <ServiceChoice path={path} chosen={serviceId} />
      <KnownPeople action={`${path}${view.query}`} serviceId={serviceId} known={posted?.known} />
      <Widget
        path={path}
        clinic={clinic}
        view={view}
        step={posted && !posted.known ? 'confirm' : step}
        who={who}
        form={form}
        nearest={posted?.nearest}
        button={words.button}
        own={words}
        besides={<Anyway form={form} />}
      >
        <CallerFields form={form} serviceId={serviceId} />
      </Widget>
    </AdminPage>
  )
}
