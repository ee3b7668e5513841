import '#app/ui/styles/shop-and-booking.css'
import '#app/ui/styles/fill-in.css'
import { data } from 'react-router'
import { appointmentPath } from '#app/domain/booking/appointment-link.ts'
import { canFillIn, canReplace, listFormsOf } from '#app/domain/booking/forms/forms.server.ts'
import { linkMayReplace } from '#app/domain/booking/sealed-access.ts'
import { formatAppointmentTime } from '#app/domain/booking/format-appointment.ts'
import { hasSignature, listFormsFor, type FormText, toFormText } from '#app/domain/forms/form.ts'
import type { SignedForm } from '#app/domain/forms/signed-forms.server.ts'
import { clinicDate, formatClinicMoment, formatDay } from '#app/domain/shared/clinic-time.ts'
import { findAppointmentByLink } from '#app/http/appointment-by-link.server.ts'
import { pageContext, servicesContext, type RequestContext } from '#app/http/context.ts'
import { redirectWithFlash, takeNotice } from '#app/http/flash.ts'
import { allowCopy, findCopyAddress } from '#app/http/form-copy.server.ts'
import { loadOr404, loadOr503 } from '#app/http/load.ts'
import { readPage } from '#app/http/page-kind.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { useSite } from '#app/http/site.ts'
import { showForm, submit } from '#app/http/submit.server.ts'
import { getTexts } from '#app/http/texts.server.ts'
import { sampleAppointment } from '#app/mail/samples.ts'
import { formPage as words } from '#content/pages/form.ts'
import { FillInPage, type FillInView } from './parts/fill-in-page.tsx'
import { LinkGone } from './parts/new-link-form.tsx'
import { receiveForm, toFormView } from './receive-form.server.ts'
import type { Route } from './+types/fill-in.ts'

export const handle = readPage()

/** The signed link is the credential, as for the appointment. It never shows what was answered. */
export async function loader({ params: { token, id }, request, context }: Route.LoaderArgs) {
  const page = context.get(pageContext)
  page.doNotStore()
  const services = context.get(servicesContext)
  const { content, clinic, database } = services
  const now = Date.now()
  const { timeZone } = clinic.facts(now)
  if (page.preview) {
    const entry = page.preview.content.list('forms').find((form) => form.id === id)
    if (!entry) throw data(null, { status: 404 })
    const when = formatAppointmentTime(sampleAppointment, timeZone)
    return data({ texts: undefined, view: { ...toView(toFormText(entry)), path: '#', back: '#', when }, begun: {} })
  }

  const appointment = await loadOr503(context, () => findAppointmentByLink(context, token))
  if (!appointment) return data({ texts: getTexts(context, 'find-appointment'), view: undefined }, { status: 404 })
  const found = await loadOr404(context, async () => {
    // Another process may just have published.
    await content.reload()
    const forms = await listFormsOf({ db: database.db, content }, appointment, now)
    const form = forms.find(({ formId }) => formId === id)
    if (!form) return undefined
    const own = form.status === 'earlier' ? undefined : form.signed
    const signedId = own?.state === 'signed' ? own.id : undefined
    const copyTo = signedId && (await findCopyAddress(request, context, { ...appointment, signedId }))
    return { own, hasCopy: Boolean(copyTo) }
  })
  const { own, hasCopy } = found
  const asked =
    canFillIn(appointment, now) && listFormsFor(content, appointment.serviceId).find((form) => form.id === id)
  const isOpen = asked && (!own || (canReplace(appointment, now) && linkMayReplace(appointment)))
  const wantsAgain = new URL(request.url).searchParams.has('again')
  const entry = content.list('forms').find((form) => form.id === id)
  const text = asked ? asked.text : entry && toFormText(entry)
  if (!text) throw data(null, { status: 404 })
  const back = appointmentPath(token)
  const view: FillInView = {
    ...toView(text),
    path: `${back}/forms/${id}`,
    back,
    when: formatAppointmentTime(appointment, timeZone),
    over: own?.id,
    state: own && sayState(own, text, timeZone),
    hasCopy,
    isOpen: Boolean(isOpen) && (!own || wantsAgain),
    canReplace: Boolean(isOpen) && own !== undefined,
  }
  return data({ texts: undefined, view, begun: takeNotice(request, context, view.path) })
}

const toView = (text: FormText) => ({
  ...toFormView(text),
  ...{ over: undefined, state: undefined, hasCopy: false, isOpen: true, canReplace: false },
})

function sayState({ state, signedAt, version }: SignedForm, text: FormText, timeZone: string) {
  if (state === 'paper')
    return words.onPaper(formatDay(clinicDate(signedAt, timeZone), clinicDate(Date.now(), timeZone)))
  const when = formatClinicMoment(signedAt, timeZone)
  return hasSignature(text) ? words.signed(when, version) : words.sent(when, version)
}

export async function action({ params: { token, id }, request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext)
  const facts = services.clinic.facts(Date.now())
  const typed = await typedFields(request)
  const notStored = () => showForm(typed, 503, { error: words.failure(facts) })
  return submit(context, () => send(request, context, { token, id, typed }), notStored)
}

type Sending = { token: string; id: string; typed: Record<string, string> }

async function send(request: Request, context: RequestContext, { token, id, typed }: Sending) {
  const appointment = await findAppointmentByLink(context, token)
  // The loader finds nothing either and shows the page for broken links.
  if (!appointment) return data(undefined, { status: 404 })
  return receiveForm(context, { appointment, formId: id, typed }, async (signedId) => {
    await allowCopy(request, context, { ...appointment, signedId })
    return redirectWithFlash(context, `${appointmentPath(token)}/forms/${id}`, { text: words.done })
  })
}

export default function FillIn({ loaderData, actionData: posted }: Route.ComponentProps) {
  const site = useSite()
  if (!loaderData.view) return <LinkGone site={site} texts={loaderData.texts} />
  const form = posted?.form ?? loaderData.begun
  // What could not be sent stays in its fields.
  return <FillInPage site={site} view={loaderData.view} form={form} isPosted={posted !== undefined} />
}
