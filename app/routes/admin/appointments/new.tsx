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
import { readChoice } from '#app/domain/booking/choice.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { act } from '#app/http/act.server.ts'
import { adminOf } from '#app/http/admin.server.ts'
import { notFree, timesToChoose } from '#app/http/choose-a-time.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { setFlash } from '#app/http/flash.ts'
import { checkFields, typedFields } from '#app/http/parse-form.ts'
import { useSite } from '#app/http/site.ts'
import { AdminPage } from '#app/ui/admin/admin-page.tsx'
import { CallerFields } from '#app/ui/admin/appointments/caller-fields.tsx'
import { ServiceChoice } from '#app/ui/admin/appointments/service-choice.tsx'
import { Widget } from '#app/ui/booking/widget.tsx'
import { outcomeId } from '#app/ui/forms/field-state.ts'
import { adminBook as words, adminCalendar } from '#content/pages/admin-appointments.ts'
import { widget } from '#content/pages/booking.ts'
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
  const checked = checkFields(typed, telephoneForm)
  if (!checked.ok) return answer(400, { fieldErrors: checked.errors })
  if (choice.at === undefined) return answer(400, { error: widget.chooseTime })
  const call = { serviceId: serviceIn(typed.service), startsAt: choice.at, personId: choice.who, now: Date.now() }
  return act(
    context,
    async () => {
      const services = context.get(servicesContext)
      const booked = await bookByTelephone(services, adminOf(context), { ...call, patient: checked.values })
      if (!booked.ok) {
        const { error, status, nearest } = notFree(context, booked, choice)
        return answer(status, { error }, nearest)
      }
      setFlash(context, 'visit-booked')
      return redirect(`/admin/appointments/${booked.id}#${outcomeId}`, 303)
    },
    typed,
  )
}

export default function BookForCaller() {
  const { clinic } = useSite()
  const { serviceId, view, step, who } = useLoaderData<typeof loader>()
  const posted = useActionData<{ form: FormState; nearest?: NearTime[] }>()
  const form = posted?.form ?? {}
  return (
    <AdminPage page={{ title: words.heading, seo: { ...adminCalendar.seo, title: words.heading } }} clinic={clinic}>
      <ServiceChoice path={path} chosen={serviceId} />
      <Widget
        path={path}
        clinic={clinic}
        view={view}
        step={posted ? 'confirm' : step}
        who={who}
        form={form}
        nearest={posted?.nearest}
        button={words.button}
      >
        <CallerFields form={form} serviceId={serviceId} />
      </Widget>
    </AdminPage>
  )
}
