import '#app/ui/styles/shop-and-booking.css'
import { redirect } from 'react-router'
import { chosenTime, choiceQuery, readChoice } from '#app/domain/booking/choice.ts'
import { findObstacle } from '#app/domain/booking/draft-obstacle.ts'
import { type Draft, eraseDraft, submitDraft } from '#app/domain/booking/drafts.server.ts'
import { toConfirmationText } from '#app/domain/booking/confirmation-text.ts'
import { bookingForm, isSameOwner, resumedForm } from '#app/domain/booking/forms/patient-forms.server.ts'
import { bookingRules } from '#app/domain/booking/booking-rules.ts'
import { showDue } from '#app/domain/booking/money/due-in-words.ts'
import { contactFields, toContact } from '#app/domain/patients/patient-fields.ts'
import { planPath } from '#app/domain/booking/plans/plan-choice.ts'
import { plansOnOffer } from '#app/domain/booking/plans/plan-template.ts'
import { isAvailable } from '#app/domain/catalogue/product.ts'
import type { WellnessService } from '#app/domain/catalogue/service.ts'
import { findServiceId, listServices, servicesOnOffer } from '#app/domain/catalogue/services.ts'
import { fillInAlso } from '#app/domain/content/fill-in-also.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { consentFields } from '#app/domain/text-messages/consent-fields.ts'
import {
  getDraftId,
  findDraftToResume,
  clearDraft,
  lockDraft,
  findOpenDraft,
  saveDraft,
} from '#app/http/booking-draft.server.ts'
import { pageContext, servicesContext, type RequestContext } from '#app/http/context.ts'
import { takeFlash } from '#app/http/flash.ts'
import { withFullPrice } from '#app/http/full-price.server.ts'
import { getFreeDays, getNextFree } from '#app/http/next-free.server.ts'
import { readPage } from '#app/http/page-kind.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { prefill } from '#app/http/prefill.server.ts'
import { tryLoad } from '#app/http/load.ts'
import { submitPublicForm } from '#app/http/public-form.server.ts'
import { showForm } from '#app/http/submit.server.ts'
import { offersTexts, readConsent } from '#app/http/text-consent.server.ts'
import { useSite } from '#app/http/site.ts'
import { TextConsent } from '#app/ui/booking/text-consent.tsx'
import { ContactField } from '#app/ui/booking/contact-field.tsx'
import { EmailField } from '#app/ui/forms/email-field.tsx'
import { fieldState, outcomeId } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { ProblemSummary } from '#app/ui/forms/problem-summary.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { Honeypot } from '#app/ui/primitives/honeypot.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { PageTop } from '#app/ui/site/page-top.tsx'
import { ChangeService, ChosenService, OtherServices } from './parts/choose-service.tsx'
import { ChoosePlan } from './parts/choose-plan.tsx'
import { FreeDays, FreeTimes } from './parts/free-days.tsx'
import { GoodToKnow } from './parts/good-to-know.tsx'
import { ContinueDraft, StartOverButton } from './parts/start-over.tsx'
import { Steps } from './parts/steps.tsx'
import { bookingPage as words, planPage as planWords, toWaitlist, widget } from '#content/pages/booking.ts'
import { numberForTexts } from '#content/text-messages.ts'
import type { Route } from './+types/form.ts'

export const handle = readPage({ shows: ['catalogue', 'booking'] })

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const page = context.get(pageContext)
  const { booking, clinic, content, config, payments } = context.get(servicesContext)
  const services = listServices(content)
  const { searchParams: asked } = new URL(request.url)
  const serviceId = findServiceId(content, params.serviceType)
  const service = services.find(({ id }) => id === serviceId)!
  const plans = listPlansFrom(context, serviceId)
  const plan = plans.find(({ id }) => id === asked.get('plan'))
  // Invented ids must not fill the page cache.
  if (params.serviceType && !services.some(({ id }) => id === params.serviceType)) page.doNotStore()
  if (asked.has('plan') && !plan) page.doNotStore()
  const { draft, resumed } = (await tryLoad(context, readDraft)) ?? {}
  // Another visitor may have opened the form.
  if (draft && !resumed && !page.isPrefetch) lockDraft(context, draft.id)
  const known = await prefill(request, context)
  const [nextFree] = (await getNextFree(context, [serviceId])) ?? []
  // The days of a plan are chosen on the next page.
  const freeDays = nextFree && !plan ? await getFreeDays(context, serviceId, readChoice(asked)) : []
  const facts = clinic.facts(Date.now())
  return {
    texts: content.read('booking', facts),
    // A plan has its own price.
    service: plan ? { ...service, price: '' } : withFullPrice(context, service),
    others: services
      .filter((other) => isAvailable(other) && other.id !== serviceId)
      .map(({ id, title }) => ({ id, title })),
    plans: plans.map(({ id, title, description, price }) => ({ id, title, description, price })),
    planId: plan?.id,
    // Another company's calendar takes no payment.
    due: config.schedulingUrl
      ? undefined
      : showDue({ booking, content, payments }, { serviceId, templateId: plan?.id }),
    /** Perhaps of another visitor. */
    hasDraft: draft !== undefined,
    /** The draft that was resumed to be edited. */
    resumed: resumed && {
      id: resumed.id,
      keepsAnswer:
        resumed.serviceId === serviceId &&
        resumed.patient.health !== '' &&
        findObstacle(resumed, content) !== 'not-offered',
    },
    form: formToBeginWith(),
    /** '' if nothing is free, undefined if unknown. */
    nextFree,
    freeDays,
    /** A time was chosen; it may not be free anymore. */
    asksTime: asked.has('at'),
    asksTexts: offersTexts(context),
    rules: bookingRules(booking, serviceId).change,
  }

  async function readDraft() {
    const draft = await findDraftToResume(request, context)
    return { draft, resumed: asked.has('edit') ? await findOpenDraft(request, context) : undefined }
  }

  function formToBeginWith(): FormState {
    const flash = takeFlash(request, context, '/booking')
    if (flash) return { notice: flash.text }
    if (!draft && asked.has('gone')) return { error: words.gone(facts), values: known }
    if (!resumed) return { values: known }
    return {
      values: { ...toContact(resumed.patient), ...agreed(resumed) },
      ...(obstacle(resumed) && { error: obstacle(resumed) }),
    }
  }

  /** The page itself shows that its service is not available. */
  function obstacle(draft: Draft) {
    const found = findObstacle(draft, content)
    if (found === 'incomplete') return words.incomplete
    const isOfAnother = (params.serviceType ?? '') !== draft.serviceId || serviceId === draft.serviceId
    return found === undefined || isOfAnother ? undefined : widget.notAvailable(facts)
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
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
  const serviceId = findServiceId(services.content, params.serviceType)
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
  const schema = owner && draft.patient.health ? resumedForm(serviceId, owner, words.answerAgain) : bookingForm
  const form = { schema, button: words.button, failure: words.failure }
  const facts = services.clinic.facts(Date.now())
  return submitPublicForm(context, typed, form, async (values, sender) => {
    // The clinic has made it unavailable since the form was opened.
    if (!servicesOnOffer(services.content).some(({ id }) => id === serviceId))
      return showForm(typed, 409, { error: widget.notAvailable(facts) })
    const texts = readConsent(context, 'reminders', typed, values.phone)
    if (!texts.ok) return showForm(typed, 400, { fieldErrors: { [consentFields.reminders]: numberForTexts } })
    const patient = { ...values, health: values.health ?? draft?.patient.health ?? '' }
    // A draft belongs to one patient and one service.
    const id = owner && isSameOwner(owner, { ...patient, serviceId }) ? draft.id : undefined
    const options = { replaces: cookieId, sender, now: Date.now() }
    const planId = findPlanFrom(context, serviceId, new URL(request.url).searchParams.get('plan'))?.id
    const draftNow = { id, serviceId, planId, patient, textConsent: texts.version }
    const saved = await submitDraft(services, draftNow, options)
    if (!saved.ok) return saved
    saveDraft(context, saved.id)
    if (planId !== undefined) return redirect(planPath, 303)
    // The next page checks that the chosen time is still free.
    return redirect(`/booking/time${choiceQuery(chosenTime(choice))}`, 303)
  })
}

/** The plans that begin with a service. Another company's calendar knows none. */
function listPlansFrom(context: RequestContext, serviceId: string) {
  const { content, config } = context.get(servicesContext)
  if (config.schedulingUrl !== undefined) return []
  return plansOnOffer(content).filter(({ days }) => days[0]?.serviceId === serviceId)
}

const findPlanFrom = (context: RequestContext, serviceId: string, id: string | null) =>
  listPlansFrom(context, serviceId).find((plan) => plan.id === id)

const agreed = ({ textConsent }: Draft): Record<string, string> =>
  textConsent === undefined ? {} : { [consentFields.reminders]: textConsent }

export default function Booking({ loaderData, actionData: posted }: Route.ComponentProps) {
  const site = useSite()
  const { clinic } = site
  const { texts, service, others, plans, planId, hasDraft, resumed, nextFree, freeDays, ...loaded } = loaderData
  const { asksTime, asksTexts, rules, due } = loaded
  const plan = plans.find(({ id }) => id === planId)
  const form = posted?.form ?? loaded.form
  const isOffered = isAvailable(service)
  // The next page shows another company's calendar.
  const isHosted = site.schedulerHost !== undefined
  const waitlist = toWaitlist(service.id)
  // A form that was filled in stays even if the service is not available.
  const isBegun = posted !== undefined || resumed !== undefined
  const chosen = freeDays.flatMap(({ times }) => times).find((time) => time.chosen)?.query
  const toAction = ({ id }: Pick<WellnessService, 'id'>, query = chosen ?? '') => {
    // Another service has other plans.
    const kept = new URLSearchParams(plan && id === service.id ? { plan: plan.id } : {}).toString()
    const all = [resumed && 'edit', kept, query.replace('?', '')].filter(Boolean).join('&')
    return `/booking/${id}${all && `?${all}`}`
  }
  const times = { days: freeDays, clinic, form: formId, toAction: (query: string) => toAction(service, query) }
  return (
    <>
      <PageTop page={texts} site={site} path="/booking" />
      <div className="wrap cols two">
        <div>
          <Steps at={0} words={texts.steps} />
          {hasDraft && !resumed && <ContinueDraft words={texts.draft} />}
          <p className="only-narrow row">
            <span>
              <b>{service.title}</b>, {service.duration}
            </span>
            <ChangeService others={others} />
          </p>
          {isOffered && plans.length > 0 && (
            <ChoosePlan service={service} plans={plans} chosen={plan && { ...plan, price: due?.price ?? plan.price }} />
          )}
          {!isHosted && isOffered && !nextFree && (
            <p className="next-free">{nextFree === '' ? words.noneFree(clinic) : words.unknownFree(clinic)}</p>
          )}
          {isOffered && freeDays.length > 0 && <FreeDays {...times} words={texts.freeDays} asksTime={asksTime} />}
          {!isHosted && isOffered && (
            <p className="next-free">
              <a href={waitlist.href}>{waitlist.text}</a>
            </p>
          )}
          {!isOffered && !form.error && (
            <Note kind="info">
              <p>{widget.notAvailable(clinic)}</p>
            </Note>
          )}
          {!isOffered && !isBegun ? (
            <form method="post" action={toAction(service)}>
              <OtherServices words={texts.chosen} others={others} toAction={toAction} />
              <ChangeService others={others} />
            </form>
          ) : (
            <section id="your-details">
              <h2 className="h3">{texts.steps.details}</h2>
              <FormOutcome form={form} />
              <ProblemSummary form={form} heading="h2" />
              <PostForm id={formId} action={`${toAction(service)}#${outcomeId}`} offline={words.offline(clinic)}>
                {contactFields.map((field) =>
                  field.name === 'email' ? (
                    <EmailField
                      key={field.name}
                      label={field.label}
                      hint={site.keepsEmails || isHosted ? texts.form.emailHintOnly : texts.form.emailHint}
                      form={form}
                    />
                  ) : (
                    <ContactField key={field.name} field={field} hint={field.hint} {...fieldState(form, field.name)} />
                  ),
                )}
                {asksTexts && <TextConsent purpose="reminders" clinic={clinic} form={form} />}
                <Field
                  label={words.fields.health}
                  name="health"
                  multiline
                  rows={4}
                  hint={[
                    isHosted ? words.fields.healthHosted : words.fields.healthHint,
                    resumed?.keepsAnswer && words.fields.healthKept,
                  ]
                    .filter(Boolean)
                    .join(' ')}
                  {...fieldState(form, 'health')}
                />
                {resumed && <input type="hidden" name="draft" value={resumed.id} />}
                <Honeypot />
                {isOffered ? (
                  <Button arrow>{plan ? planWords.button : words.button}</Button>
                ) : (
                  <ChangeService others={others} />
                )}
                {!isHosted && <p className="hint">{texts.form.saved}</p>}
                {resumed && <StartOverButton />}
                <OtherServices words={texts.chosen} others={others} toAction={toAction} />
              </PostForm>
            </section>
          )}
          {isOffered && <FreeTimes {...times} />}
        </div>
        <div className="stack">
          <div className="only-wide">
            <ChosenService words={texts.chosen} service={service} others={others} />
          </div>
          <GoodToKnow
            words={texts.facts}
            clinic={clinic}
            showsHours
            rules={isHosted ? undefined : rules}
            price={plan?.price ?? service.price}
            due={due}
            confirmation={toConfirmationText(texts.confirmation, site)}
          />
          <p>
            {texts.booked.question}{' '}
            {site.schedulerHost ? (
              fillInAlso(texts.booked.hosted, { host: site.schedulerHost })
            ) : (
              <a href={texts.booked.link.href}>{texts.booked.link.text}</a>
            )}
          </p>
          <Note kind="warn">
            <p>
              <b>{site.texts.emergency}</b>
            </p>
          </Note>
        </div>
      </div>
    </>
  )
}

const formId = 'booking-form'
