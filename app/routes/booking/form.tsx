import '#app/ui/styles/errands.css'
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useParams,
} from 'react-router'
import { eraseDraft, takeDraft } from '#app/domain/booking/drafts.server.ts'
import { bookingForm, bookingFormAgain } from '#app/domain/booking/patient.ts'
import { currentServices, serviceIdOf } from '#app/domain/catalogue/services.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { draftIdOf, draftOf, forgetDraft, rememberDraft } from '#app/http/booking-draft.server.ts'
import { pageContext, servicesContext } from '#app/http/context.ts'
import { takeFlash } from '#app/http/flash.ts'
import { nextFreeOf } from '#app/http/next-free.server.ts'
import { contentPage } from '#app/http/page-kind.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { readForPage } from '#app/http/read-for-page.ts'
import { receiveForm } from '#app/http/receive-form.server.ts'
import { useSite } from '#app/http/site.ts'
import { BookingFormPage } from '#app/ui/booking/booking-form-page.tsx'
import { bookingPage } from '#content/pages/booking.ts'
import { services } from '#content/services.ts'

export const handle = contentPage({ shows: ['catalogue', 'booking'] })

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  // Of made-up ids there is no end; they must not crowd the page cache.
  if (params.serviceType && !services.some(({ id }) => id === params.serviceType)) context.get(pageContext).doNotStore()
  const draft = await readForPage(context, () => draftOf(request, context))
  const { searchParams: asked } = new URL(request.url)
  const isEditing = asked.has('edit')
  const [nextFree] = (await nextFreeOf(context, [serviceIdOf(params.serviceType)])) ?? []
  const { clinic, config } = context.get(servicesContext)
  return {
    draft: draft && { serviceId: draft.serviceId },
    form: formToBeginWith(),
    isEditing: isEditing && draft !== undefined,
    nextFree,
    isHosted: config.schedulingUrl !== undefined,
  }

  function formToBeginWith(): FormState {
    if (takeFlash(request, context, ['appointment-erased'])) return { notice: bookingPage.erased }
    if (!draft) return asked.has('gone') ? { error: bookingPage.gone(clinic.facts(Date.now())) } : {}
    const { name, email, phone } = draft.patient
    return isEditing ? { values: { name, email, phone } } : {}
  }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const services = context.get(servicesContext)
  const typed = await typedFields(request)
  const id = draftIdOf(request, context)
  if (typed.intent === 'start-over') {
    if (id) await services.database.transaction((tx) => eraseDraft({ ...services, tx }, id))
    forgetDraft(context)
    throw redirect('/booking', 303)
  }
  const draft = await draftOf(request, context).catch(() => undefined)
  const schema = draft ? bookingFormAgain : bookingForm
  const form = { schema, button: bookingPage.button, failure: bookingPage.failure }
  return receiveForm(context, typed, form, async (values, sender) => {
    const patient = { ...values, health: values.health ?? draft?.patient.health ?? '' }
    const serviceId = serviceIdOf(params.serviceType)
    const kept = await takeDraft(services, { id: draft?.id, serviceId, patient }, { sender, now: Date.now() })
    if (!kept.ok) return { ok: false, reason: 'too-many', retryAt: kept.retryAt }
    rememberDraft(context, kept.id)
    return { ok: true, answer: redirect('/booking/time', 303) }
  })
}

export default function Booking() {
  const site = useSite()
  const { serviceType } = useParams()
  const loaded = useLoaderData<typeof loader>()
  const posted = useActionData<{ form: FormState }>()
  const all = currentServices(site.clinic)
  const find = (id: string) => all.find((service) => service.id === id)
  return (
    <BookingFormPage
      site={site}
      service={find(serviceIdOf(serviceType))!}
      draftService={loaded.draft && find(loaded.draft.serviceId)}
      nextFree={loaded.nextFree}
      isHosted={loaded.isHosted}
      isEditing={loaded.isEditing}
      form={posted?.form ?? loaded.form}
    />
  )
}
