import { type ActionFunctionArgs, data, useActionData } from 'react-router'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { erasePerson, findPerson } from '#app/domain/erasure/erase-person.server.ts'
import { isNothing, type PersonFound, personForm } from '#app/domain/erasure/person-found.ts'
import { formatClinicMoment } from '#app/domain/shared/clinic-time.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { getActor } from '#app/http/admin.server.ts'
import { requireFreshStepUp } from '#app/http/step-up.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { checkFields, type Typed, typedFields } from '#app/http/parse-form.ts'
import { useSite } from '#app/http/site.ts'
import { actOn } from '#app/http/submit.server.ts'
import { AdminPage } from '#app/ui/admin/admin-page.tsx'
import { ErasePage, type FoundView } from '#app/ui/admin/erase-page.tsx'
import { erasePage as words } from '#content/pages/admin-erase.ts'

type Answer = { form: FormState; found?: FoundView; keptAppointment?: string }

/** The search is a post, since URLs end up in logs. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { email = '', phone = '', intent, account } = await typedFields(request.clone())
  const typed: Typed = { email, phone }
  const answer = (status: number, { form, ...more }: Answer) =>
    data<Answer>({ form: { values: typed, ...form }, ...more }, { status })
  if (intent === 'erase') await requireFreshStepUp(context, request)
  const checked = checkFields(typed, personForm)
  if (!checked.ok) return answer(400, { form: { fieldErrors: checked.errors } })
  const search = checked.values
  if (!search.email && !search.phone) return answer(400, { form: { fieldErrors: { email: words.needed } } })
  const services = context.get(servicesContext)
  const now = Date.now()
  return actOn(
    context,
    async () => {
      if (intent !== 'erase')
        return answer(200, { form: {}, found: foundView(await findPerson(services, search, now)) })
      const erasure = { sought: search, withAccount: account === 'on', now }
      const done = await erasePerson(services, getActor(context), erasure)
      if (done.ok) return data<Answer>({ form: { notice: words.done(done.erased) } })
      if (done.reason === 'nothing') return data<Answer>({ form: { notice: words.nothingDone } })
      if (done.reason === 'own-address') return answer(409, { form: { error: words.ownAddress } })
      return answer(409, { form: { error: words.kept }, keptAppointment: done.appointmentId })
    },
    typed,
  )
}

const foundView = (found: PersonFound): FoundView => ({
  ...found,
  isNothing: isNothing(found),
  appointments: found.appointments.map(({ id, name, email, phone, startsAt, isUpcoming }) => ({
    id,
    name,
    reach: [email, phone].filter(Boolean).join(', '),
    when: formatClinicMoment(startsAt, clinicTimeZone),
    isUpcoming,
  })),
  orders: found.orders.map(({ number, name, email, phone, placedAt }) => ({
    number,
    name,
    reach: [email, phone].filter(Boolean).join(', '),
    when: formatClinicMoment(placedAt, clinicTimeZone),
  })),
})

export default function Erase() {
  const posted = useActionData<Answer>()
  return (
    <AdminPage title={words.title} clinic={useSite().clinic}>
      <ErasePage {...(posted ?? { form: {} })} />
    </AdminPage>
  )
}
