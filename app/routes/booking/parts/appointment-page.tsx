import type { AppointmentState, HealthStatus } from '#app/domain/booking/appointment.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { outcomeId } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import type { PageSite } from '#app/ui/site/page-head.tsx'
import { PageTop } from '#app/ui/site/page-top.tsx'
import { NoBreak } from '#app/ui/site/no-break.tsx'
import { appointmentPage as words, movableUntil } from '#content/pages/appointment.ts'
import { addressLine } from '#content/site.ts'
import { YourData } from './your-data.tsx'

/** Where the focus goes once an appointment is booked. */
export const appointmentHeading = 'appointment-heading'

export type AppointmentView = {
  path: string
  /** 'over': past, and without an outcome. */
  state: AppointmentState | 'over'
  contact: { name: string; email: string; phone: string }
  health: HealthStatus
  preparation: string | undefined
  when: string
  /** By video, with the practitioner's link where there is one. */
  video: { url?: string | undefined } | undefined
  /** What the form posted before this page did. */
  justNow: 'moved' | 'restored' | undefined
  /** Its time before that move. */
  was: string | undefined
  /** The clinic will be closed at its time, and the patient was emailed. */
  isClosed: boolean
  canCancel: boolean
  movableUntil: string | undefined
  changeCutOffHours: number
  /** '3:46 pm' on the clinic's clock. */
  undoUntil?: string
  mailed: boolean
  /** The limit of emails about it is reached, so changes send none for now. */
  isQuiet: boolean
  /** An unconfirmed new address and the present one, masked. */
  newAddress?: { to: string; meanwhile: string; isLinkSent: boolean }
}

export function AppointmentPage({ site, view, form }: { site: PageSite; view: AppointmentView; form: FormState }) {
  const isActive = view.state === 'confirmed' || view.state === 'requested'
  return (
    <>
      <PageTop page={words} site={site} path="/appointments" noindex headingId={appointmentHeading} />
      <div className="wrap body prof" id="appointment">
        <section aria-labelledby="visit">
          <h2 id="visit">{words.heading}</h2>
          <div>
            <FormOutcome form={form} />
            <Note kind={isActive && !view.isClosed ? 'success' : 'info'}>
              {view.isClosed ? words.closed(site.clinic) : words.states[(isActive && view.justNow) || view.state]}
            </Note>
            {view.newAddress && <NewAddress {...view.newAddress} />}
            <AppointmentDetails view={view} clinic={site.clinic} />
            <NextSteps view={view} clinic={site.clinic} isActive={isActive} />
          </div>
        </section>
        {isActive && view.preparation && (
          <section aria-labelledby="prepare">
            <h2 id="prepare">{words.preparation}</h2>
            <p>{view.preparation}</p>
          </section>
        )}
        <YourData {...view} form={form} />
      </div>
    </>
  )
}

function describeEmails({ mailed, isQuiet, state }: AppointmentView) {
  if (!mailed) return words.keep
  if (isQuiet) return words.quiet
  return state === 'requested' ? words.mailedRequest : words.mailed
}

function NewAddress({ to, meanwhile, isLinkSent }: NonNullable<AppointmentView['newAddress']>) {
  const { asked, linkLimitReached, meanwhile: until, noneMeanwhile } = words.newAddress
  return (
    <Note kind="info">
      {isLinkSent ? asked(to) : linkLimitReached(to)} {meanwhile ? until(meanwhile) : noneMeanwhile}
    </Note>
  )
}

type PartProps = { view: AppointmentView; clinic: PageSite['clinic'] }

const AppointmentDetails = ({ view, clinic }: PartProps) => (
  <dl className="dl">
    <dt>{words.when}</dt>
    <dd className="num">
      {view.was && (
        <>
          {words.before}{' '}
          <s>
            <NoBreak text={view.was} />
          </s>
          <br />
        </>
      )}
      <NoBreak text={view.when} />
    </dd>
    <dt>{words.where}</dt>
    <dd>
      {!view.video ? (
        addressLine(clinic)
      ) : view.video.url ? (
        <>
          {words.byVideoAt} <a href={view.video.url}>{view.video.url}</a>
        </>
      ) : (
        words.byVideo
      )}
    </dd>
    <dt>{words.name}</dt>
    <dd>
      <bdi>{view.contact.name}</bdi>
    </dd>
  </dl>
)

function NextSteps({ view, clinic, isActive }: PartProps & { isActive: boolean }) {
  const form = { method: 'post' as const, action: `${view.path}#${outcomeId}` }
  if (!isActive)
    return (
      <>
        {view.undoUntil && (
          <form {...form}>
            <p>
              <NoBreak text={words.undo.text(view.undoUntil)} />
            </p>
            <IntentButton intent="undo" text={words.undo.button} />
          </form>
        )}
        <p>
          <ButtonLink kind="line" href="/booking">
            {words.again}
          </ButtonLink>
        </p>
      </>
    )
  return (
    <>
      <p className="hint">{describeEmails(view)}</p>
      <form {...form} className="row">
        <ButtonLink href={`${view.path}/appointment.ics`}>{words.calendar}</ButtonLink>
        {view.movableUntil && (
          <ButtonLink kind="line" href={`${view.path}/move`}>
            {words.move}
          </ButtonLink>
        )}
        {view.canCancel && <IntentButton intent="cancel" text={words.cancel} kind="line" />}
      </form>
      {view.movableUntil && (
        <p className="hint">
          <NoBreak text={movableUntil(view.movableUntil)} />
        </p>
      )}
      {view.canCancel && !view.movableUntil && (
        <p>
          <NoBreak text={words.tooLate(clinic, view)} />
        </p>
      )}
    </>
  )
}
