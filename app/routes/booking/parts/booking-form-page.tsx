import { contactFields } from '#app/domain/booking/patient-fields.ts'
import type { FreeDay } from '#app/domain/booking/calendar-view.ts'
import { isAvailable } from '#app/domain/catalogue/product.ts'
import type { WellnessService } from '#app/domain/catalogue/service.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { EmailField } from '#app/ui/forms/email-field.tsx'
import { fieldState, outcomeId } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { ProblemSummary } from '#app/ui/forms/problem-summary.tsx'
import { Button, ButtonLink } from '#app/ui/primitives/button.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { Honeypot } from '#app/ui/primitives/honeypot.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { Panel } from '#app/ui/primitives/panel.tsx'
import { ServiceMeta, type ServiceWithPlate } from '#app/ui/catalogue/service-card.tsx'
import type { PageSite } from '#app/ui/site/page-head.tsx'
import { PageTop } from '#app/ui/site/page-top.tsx'
import { Plate } from '#app/ui/site/pictures.tsx'
import { bookingPage as words, nextSteps, widget } from '#content/pages/booking.ts'
import { ContactField } from '#app/ui/booking/contact-field.tsx'
import { FreeDays, FreeTimes } from './free-days.tsx'
import { StartOver } from './start-over.tsx'
import { Steps } from './steps.tsx'

type BookingFormProps = {
  site: PageSite
  service: ServiceWithPlate
  others: readonly WellnessService[]
  /** The form was filled in, so it stays even if the service is not available. */
  isBegun: boolean
  /** This browser has a draft, perhaps of another visitor. */
  hasDraft: boolean
  /** The draft that was resumed to be edited. */
  resumed: { id: string; keepsAnswer: boolean } | undefined
  /** '' if nothing is free, undefined if unknown. */
  nextFree: string | undefined
  freeDays: readonly FreeDay[]
  /** A time was chosen; it may not be free anymore. */
  asksTime: boolean
  /** Whether the next page shows another company's calendar. */
  isHosted: boolean
  form: FormState
}

export function BookingFormPage({
  site,
  service,
  others,
  isBegun,
  hasDraft,
  resumed,
  nextFree,
  freeDays,
  asksTime,
  isHosted,
  form,
}: BookingFormProps) {
  const { clinic } = site
  const { fields } = words
  const isOffered = isAvailable(service)
  const chosen = freeDays.flatMap(({ times }) => times).find((time) => time.chosen)?.query
  const toAction = ({ id }: Pick<WellnessService, 'id'>, query = chosen ?? '') =>
    `/booking/${id}${resumed ? `?edit${query.replace('?', '&')}` : query}`
  return (
    <>
      <PageTop page={words} site={site} path="/booking" />
      <div className="wrap two">
        <div>
          <Steps at={0} />
          {hasDraft && !resumed && <ContinueDraft />}
          <p className="only-narrow row">
            <span>
              <b>{service.title}</b>, {service.duration}
            </span>
            <ChangeService others={others} />
          </p>
          {!isHosted && isOffered && (
            <p className="next-free">
              <b>{words.nextFree}:</b>{' '}
              {nextFree || (nextFree === '' ? words.noneFree(clinic) : words.unknownFree(clinic))}
            </p>
          )}
          {isOffered && freeDays.length > 0 && <FreeDays days={freeDays} asksTime={asksTime} />}
          {!isOffered && !form.error && (
            <Note kind="info">
              <p>{widget.notAvailable(clinic)}</p>
            </Note>
          )}
          {!isOffered && !isBegun ? (
            <form method="post" action={toAction(service)}>
              <OtherServices others={others} toAction={toAction} />
              <ChangeService others={others} />
            </form>
          ) : (
            <section id="your-details" data-swap>
              <FormOutcome form={form} />
              <ProblemSummary form={form} heading="h2" />
              <form
                id={formId}
                method="post"
                action={`${toAction(service)}#${outcomeId}`}
                noValidate
                data-enhance
                data-offline={words.offline(clinic)}
              >
                {contactFields.map((field) =>
                  field.name === 'email' ? (
                    <EmailField
                      key={field.name}
                      label={field.label}
                      hint={site.keepsEmails || site.schedulerHost ? fields.emailHintOnly : fields.emailHint}
                      form={form}
                    />
                  ) : (
                    <ContactField key={field.name} field={field} hint={field.hint} {...fieldState(form, field.name)} />
                  ),
                )}
                <Field
                  label={fields.health}
                  name="health"
                  multiline
                  rows={4}
                  hint={[isHosted ? fields.healthHosted : fields.healthHint, resumed?.keepsAnswer && fields.healthKept]
                    .filter(Boolean)
                    .join(' ')}
                  {...fieldState(form, 'health')}
                />
                {resumed && <input type="hidden" name="draft" value={resumed.id} />}
                <Honeypot />
                {isOffered ? <Button arrow>{words.button}</Button> : <ChangeService others={others} />}
                <OtherServices others={others} toAction={toAction} />
              </form>
            </section>
          )}
          {isOffered && (
            <FreeTimes days={freeDays} clinic={clinic} form={formId} toAction={(query) => toAction(service, query)} />
          )}
        </div>
        <div className="stack">
          <div className="only-wide">
            <ChosenService service={service} others={others} />
          </div>
          <NextSteps site={site} />
          <p>
            {words.booked.question}{' '}
            {site.schedulerHost ? (
              words.booked.hosted(site.schedulerHost, clinic)
            ) : (
              <a href={words.booked.link.href}>{words.booked.link.text}</a>
            )}
          </p>
          <Note kind="warn">
            <p>
              <b>{words.emergency}</b>
            </p>
          </Note>
        </div>
      </div>
    </>
  )
}

const formId = 'booking-form'

/** Shows nothing of the draft, because another visitor may see it. */
function ContinueDraft() {
  const { heading, text } = words.draft
  return (
    <Panel>
      <h2 className="h3">{heading}</h2>
      <div className="stack">
        <p>{text}</p>
        <section className="row">
          <ButtonLink href="/booking/resume">{words.draft.continue}</ButtonLink>
          <StartOver />
        </section>
      </div>
    </Panel>
  )
}

const ChangeService = ({ others }: Pick<BookingFormProps, 'others'>) =>
  others.length > 0 && (
    <button type="button" className="btn-text" popoverTarget={otherServicesId}>
      {words.chosen.change}
    </button>
  )

const otherServicesId = 'other-services'

/**
 * At the end of the form: each button posts what is typed to the other service's form, and Enter in a field still presses
 * the form's first button.
 */
const OtherServices = ({
  others,
  toAction,
}: Pick<BookingFormProps, 'others'> & { toAction: (service: WellnessService) => string }) => (
  <div popover="auto" id={otherServicesId} className="panel drop-panel">
    <p>{words.chosen.others}</p>
    <ul>
      {others.map((service) => (
        <li key={service.id}>
          <button
            type="submit"
            className="btn-text"
            formAction={`${toAction(service)}#your-details`}
            name="intent"
            value="change-service"
          >
            {service.title}
          </button>
        </li>
      ))}
    </ul>
  </div>
)

function ChosenService({ service, others }: Pick<BookingFormProps, 'service' | 'others'>) {
  const { label, notAvailable } = words.chosen
  return (
    <Panel>
      <div className="sum">
        <Plate name={service.picture} />
        <div>
          <p className="hint">{label}</p>
          <h2>{service.title}</h2>
          <ServiceMeta service={service} />
          {!isAvailable(service) && <p className="not-now">{notAvailable}</p>}
          <ChangeService others={others} />
        </div>
      </div>
    </Panel>
  )
}

function NextSteps({ site }: { site: PageSite }) {
  return (
    <section>
      <h2 className="h3">{words.next.heading}</h2>
      <ol className="ticks">
        {nextSteps(site).map((step, index) => (
          <li key={step}>
            <span className="n num" aria-hidden="true">
              {index + 1}
            </span>
            <span>{step}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
