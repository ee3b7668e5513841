import '#app/ui/styles/errands.css'
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useParams,
} from 'react-router'
import { chosenTime, choiceQuery, readChoice } from '#app/domain/booking/choice.ts'
import { findObstacle } from '#app/domain/booking/draft-obstacle.ts'
import { type Draft, eraseDraft, submitDraft } from '#app/domain/booking/drafts.server.ts'
import { bookingForm, isSameOwner, resumedForm } from '#app/domain/booking/patient.ts'
import { toContact } from '#app/domain/booking/patient-fields.ts'
import { currentServices, findServiceId, servicesOnOffer } from '#app/domain/catalogue/services.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import {
  getDraftId,
  findDraftToResume,
  clearDraft,
  lockDraft,
  findOpenDraft,
  saveDraft,
} from '#app/http/booking-draft.server.ts'
import { pageContext, servicesContext } from '#app/http/context.ts'
import { takeFlash } from '#app/http/flash.ts'
import { getFreeDays, getNextFree } from '#app/http/next-free.server.ts'
import { contentPage } from '#app/http/page-kind.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { prefill } from '#app/http/prefill.server.ts'
import { tryLoad } from '#app/http/load.ts'
import { submitPublicForm } from '#app/http/public-form.server.ts'
import { showForm } from '#app/http/submit.server.ts'
import { useSite } from '#app/http/site.ts'
import { BookingFormPage } from './parts/booking-form-page.tsx'
import { bookingPage, widget } from '#content/pages/booking.ts'
import { services } from '#content/services.ts'

export const handle = contentPage({ shows: ['catalogue', 'booking'] })

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const page = context.get(pageContext)
  // Invented ids must not fill the page cache.
  if (params.serviceType && !services.some(({ id }) => id === params.serviceType)) page.doNotStore()
  const { searchParams: asked } = new URL(request.url)
  const { draft, resumed } = (await tryLoad(context, readDraft)) ?? {}
  // Another visitor may have opened the form.
  if (draft && !resumed && !page.isPrefetch) lockDraft(context, draft.id)
  const known = await prefill(request, context)
  const serviceId = findServiceId(params.serviceType)
  const [nextFree] = (await getNextFree(context, [serviceId])) ?? []
  const freeDays = nextFree ? await getFreeDays(context, serviceId, readChoice(asked)) : []
  const { clinic, config } = context.get(servicesContext)
  const facts = clinic.facts(Date.now())
  return {
    hasDraft: draft !== undefined,
    resumed: resumed && {
      id: resumed.id,
      keepsAnswer:
        resumed.serviceId === serviceId &&
        resumed.patient.health !== '' &&
        findObstacle(resumed, facts) !== 'not-offered',
    },
    form: formToBeginWith(),
    nextFree,
    freeDays,
    asksTime: asked.has('at'),
    isHosted: config.schedulingUrl !== undefined,
  }

  async function readDraft() {
    const draft = await findDraftToResume(request, context)
    return { draft, resumed: asked.has('edit') ? await findOpenDraft(request, context) : undefined }
  }

  function formToBeginWith(): FormState {
    if (takeFlash(request, context, ['appointment-erased'])) return { notice: bookingPage.erased }
    if (!draft && asked.has('gone')) return { error: bookingPage.gone(facts), values: known }
    if (!resumed) return { values: known }
    return { values: toContact(resumed.patient), ...(obstacle(resumed) && { error: obstacle(resumed) }) }
  }

  /** The page itself shows that its service is not available. */
  function obstacle(draft: Draft) {
    const found = findObstacle(draft, facts)
    if (found === 'incomplete') return bookingPage.incomplete
    const isOfAnother = (params.serviceType ?? '') !== draft.serviceId || serviceId === draft.serviceId
    return found === undefined || isOfAnother ? undefined : widget.notAvailable(facts)
  }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const services = context.get(servicesContext)
  const typed = await typedFields(request)
  const cookieId = getDraftId(request, context)
  if (typed.intent === 'start-over') {
    if (cookieId) await services.database.transaction((tx) => eraseDraft({ ...services, tx }, cookieId))
    clearDraft(context)
    throw redirect('/booking', 303)
  }
  // The other service's form shows what was typed in this one; nothing is saved or checked.
  if (typed.intent === 'change-service') return showForm(typed, 200, {})
  const serviceId = findServiceId(params.serviceType)
  const choice = readChoice(new URL(request.url).searchParams)
  if (typed.intent === 'choose-time') {
    const days = await getFreeDays(context, serviceId, choice)
    const isFree = days.some(({ times }) => times.some(({ chosen }) => chosen))
    return showForm(typed, isFree ? 200 : 409, {})
  }
  const resumed = typed.draft ? await findOpenDraft(request, context).catch(() => undefined) : undefined
  // Another draft may have replaced the one that this form was opened for.
  const draft = resumed?.id === typed.draft ? resumed : undefined
  const owner = draft && { ...draft.patient, serviceId: draft.serviceId }
  const schema = owner && draft.patient.health ? resumedForm(serviceId, owner, bookingPage.answerAgain) : bookingForm
  const form = { schema, button: bookingPage.button, failure: bookingPage.failure }
  const facts = services.clinic.facts(Date.now())
  return submitPublicForm(context, typed, form, async (values, sender) => {
    // The clinic has made it unavailable since the form was opened.
    if (!servicesOnOffer(facts).some(({ id }) => id === serviceId))
      return showForm(typed, 409, { error: widget.notAvailable(facts) })
    const patient = { ...values, health: values.health ?? draft?.patient.health ?? '' }
    // A draft belongs to one patient and one service.
    const id = owner && isSameOwner(owner, { ...patient, serviceId }) ? draft.id : undefined
    const options = { replaces: cookieId, sender, now: Date.now() }
    const saved = await submitDraft(services, { id, serviceId, patient }, options)
    if (!saved.ok) return { ok: false, reason: 'too-many', retryAt: saved.retryAt }
    saveDraft(context, saved.id)
    // The next page checks that the chosen time is still free.
    return redirect(`/booking/time${choiceQuery(chosenTime(choice))}`, 303)
  })
}

export default function Booking() {
  const site = useSite()
  const { serviceType } = useParams()
  const loaded = useLoaderData<typeof loader>()
  const posted = useActionData<{ form: FormState }>()
  const all = currentServices(site.clinic)
  const service = all.find(({ id }) => id === findServiceId(serviceType))!
  return (
    <BookingFormPage
      {...loaded}
      site={site}
      service={service}
      others={servicesOnOffer(site.clinic).filter(({ id }) => id !== service.id)}
      isBegun={posted !== undefined || loaded.resumed !== undefined}
      form={posted?.form ?? loaded.form}
    />
  )
}
