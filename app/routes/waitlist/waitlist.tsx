import '#app/ui/styles/shop-and-booking.css'
import '#app/ui/styles/fill-in.css'
import { data } from 'react-router'
import { joinWaitlist } from '#app/domain/booking/waitlist/entries.server.ts'
import { serviceField } from '#app/domain/booking/waitlist/wish-fields.ts'
import { joinForm } from '#app/domain/booking/waitlist/wishes-form.server.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { consentFields } from '#app/domain/text-messages/consent-fields.ts'
import { findOpenDraft } from '#app/http/booking-draft.server.ts'
import { pageContext, servicesContext, type RequestContext } from '#app/http/context.ts'
import { redirectWithFlash, takeFlash } from '#app/http/flash.ts'
import { tryLoad } from '#app/http/load.ts'
import { readPage } from '#app/http/page-kind.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { prefill } from '#app/http/prefill.server.ts'
import { submitPublicForm } from '#app/http/public-form.server.ts'
import { showForm } from '#app/http/submit.server.ts'
import { offersTexts, readConsent } from '#app/http/text-consent.server.ts'
import { useSite } from '#app/http/site.ts'
import { getWishChoices, toWishOptions } from '#app/http/wish-choices.server.ts'
import { ContactField } from '#app/ui/booking/contact-field.tsx'
import { TextConsent } from '#app/ui/booking/text-consent.tsx'
import { WishFields } from '#app/ui/booking/wish-fields.tsx'
import { EmailField } from '#app/ui/forms/email-field.tsx'
import { fieldState, outcomeId } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { ProblemSummary } from '#app/ui/forms/problem-summary.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { Honeypot } from '#app/ui/primitives/honeypot.tsx'
import { PageTop } from '#app/ui/site/page-top.tsx'
import { contactFields, toContact } from '#app/domain/patients/patient-fields.ts'
import type { Facts } from '#content/pages/page.ts'
import { fromBooking } from '#content/pages/booking.ts'
import { fairness, waitlistPage as words } from '#content/pages/waitlist.ts'
import { numberForTexts } from '#content/text-messages.ts'
import type { Route } from './+types/waitlist.ts'

export const handle = readPage({ shows: ['catalogue'] })

/** `?service=`: the one that the visitor came from. `?booking`: from the free times of a booking that is under way. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { config } = context.get(servicesContext)
  // Another company's calendar knows nothing of our list.
  if (config.schedulingUrl !== undefined) throw data(null, { status: 404 })
  const { searchParams: asked } = new URL(request.url)
  const service = asked.get('service')
  // Invented ids must not fill the page cache, and the last day is counted from today.
  if (service !== null) context.get(pageContext).doNotStore()
  const known =
    (await prefill(request, context)) ?? (asked.has(fromBooking) ? await typedBefore(request, context) : undefined)
  const flash = takeFlash(request, context, '/waitlist')
  const form: FormState = { notice: flash?.text }
  const chosen: Record<string, string> = service ? { [serviceField(service)]: 'on' } : {}
  return {
    choices: getWishChoices(context),
    hasJoined: flash !== undefined,
    form,
    known,
    chosen,
    asksTexts: offersTexts(context),
  }
}

/**
 * From the booking that this browser has just left for the list. Whoever comes another way may be the next person at it, so
 * sees nothing of that.
 */
async function typedBefore(request: Request, context: RequestContext) {
  const draft = await tryLoad(context, () => findOpenDraft(request, context))
  return draft && toContact(draft.patient)
}

export async function action({ request, context }: Route.ActionArgs) {
  const { button, failure } = words
  const form = { schema: joinForm(toWishOptions(context)), button, failure }
  const typed = await typedFields(request)
  return submitPublicForm(context, typed, form, async (joining, sender) => {
    const texts = readConsent(context, 'offers', typed, joining.contact.phone)
    if (!texts.ok) return showForm(typed, 400, { fieldErrors: { [consentFields.offers]: numberForTexts } })
    const wantsTexts = texts.version !== undefined
    const services = context.get(servicesContext)
    const joined = await joinWaitlist(services, { ...joining, wantsTexts }, { sender, now: Date.now() })
    if (!joined.ok) return joined
    const { emailsLeave, clinic } = services
    const text = emailsLeave ? words.joined : words.kept(clinic.facts(Date.now()))
    return redirectWithFlash(context, '/waitlist', { text })
  })
}

export default function Waitlist({ loaderData, actionData: posted }: Route.ComponentProps) {
  const site = useSite()
  const form: FormState = posted?.form ?? loaderData.form
  return (
    <>
      <PageTop
        page={site.keepsEmails ? { ...words, lead: words.leadByPhone } : words}
        site={site}
        path="/waitlist"
        noindex
      />
      <div className="wrap sec fill-in">
        <FormOutcome form={form} />
        <ProblemSummary form={form} heading="h2" />
        <section className="stack" aria-labelledby="fair">
          <h2 className="h3" id="fair">
            {words.fair.heading}
          </h2>
          <p>{fairness}</p>
          <p className="hint">{words.fair.held}</p>
        </section>
        {loaderData.hasJoined ? (
          <p>
            <a href="/waitlist">{words.another}</a>
          </p>
        ) : (
          <JoinForm {...loaderData} form={form} clinic={site.clinic} />
        )}
      </div>
    </>
  )
}

type JoinFormProps = Omit<Route.ComponentProps['loaderData'], 'hasJoined'> & { clinic: Facts }

const JoinForm = ({ choices, form, known, chosen, asksTexts, clinic }: JoinFormProps) => (
  <PostForm action={`/waitlist#${outcomeId}`} offline={words.offline(clinic)}>
    <WishFields {...choices} form={form} saved={chosen} />
    {contactFields.map((field) => {
      const state = fieldState(form, field.name, known?.[field.name as 'name'])
      if (field.name === 'email')
        return <EmailField key={field.name} label={field.label} form={{ values: known, ...form }} />
      return (
        <ContactField
          key={field.name}
          field={field}
          hint={field.name === 'phone' ? words.phoneHint : field.hint}
          {...state}
        />
      )
    })}
    {asksTexts && <TextConsent purpose="offers" clinic={clinic} form={form} />}
    <p className="hint">{words.privacy}</p>
    <Honeypot />
    <Button>{words.button}</Button>
  </PostForm>
)
