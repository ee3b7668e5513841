import type { AppointmentState, HealthStatus } from '#app/domain/booking/appointment.ts'
import type { Content } from '#app/domain/content/content-record.ts'
import { fillInAlso } from '#app/domain/content/fill-in-also.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { outcomeId } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { QrCode } from '#app/ui/primitives/qr-code.tsx'
import { Icon } from '#app/ui/primitives/icon.tsx'
import { PageHead, type PageSite } from '#app/ui/site/page-head.tsx'
import { Plate } from '#app/ui/site/pictures.tsx'
import { Payment, type PaymentView } from '#app/ui/payment/payment.tsx'
import { NoBreak } from '#app/ui/site/no-break.tsx'
import { bookingPayment } from '#content/booking-payments.ts'
import { appointmentPage as words, movableUntil, planDays, toNotice } from '#content/pages/appointment.ts'
import { addressLine } from '#content/site.ts'
import { appointmentHeading } from './appointment-heading.ts'
import { DaysOfPlan, type ShownPlan } from './days-of-plan.tsx'
import { FormsToFillIn, type ShownForm } from './forms-to-fill-in.tsx'
import { TextReminders } from './text-reminders.tsx'
import { YourData } from './your-data.tsx'

type Texts = Content<'appointment'>

type Lines = { heading: string; items: string[] }

export type BookingPaymentView = PaymentView & {
  /** 'held': its time is, until it is paid or a card is kept. 'ended': that was not done in time. */
  status?: { kind: 'held' | 'ended'; text: string }
  /** Some of the price, or all of it, was to be paid in advance. */
  paysPrice?: boolean
  /** In the place of those of a payment. */
  labels?: { heading: string; button?: string }
  /** What becomes of the money if it is canceled; the second is of all days of its plan. */
  ifCanceled: { this?: string; plan?: string }
  /** What was paid for a canceled day of a plan while others are ahead. */
  stays?: string
}

export type AppointmentView = {
  path: string
  /** The whole address, which is printed. */
  url: string
  /** 'over': past, and without an outcome. */
  state: Exclude<AppointmentState, 'arrived' | 'in-session'> | 'over'
  contact: { name: string; email: string; phone: string }
  health: HealthStatus
  /** What was given can be replaced and erased; not while the clinic has to confirm the address. */
  mayReplace: boolean
  forms: ShownForm[]
  /** Reminders by text; undefined where none can be sent. */
  reminders: { isOn: boolean } | undefined
  preparation: string | undefined
  /** What everybody brings to the clinic; undefined by video. */
  bring: Lines | undefined
  afterCare: Lines
  /** 'Tuesday, May 5'. */
  day: string
  near: 'today' | 'tomorrow' | 'later'
  date: string
  clock: string
  zone: string
  /** The practitioner, unless there is no name. */
  with: string | undefined
  /** Without a price text if it had to be paid online: the payment says the price. */
  service: { title: string; duration: string; price: string | undefined } | undefined
  /** Of one that had to be paid online, or for which a card had to be given. */
  payment?: BookingPaymentView | undefined
  /** Of a day of a plan. */
  plan?: ShownPlan | undefined
  bookPath: string
  nextFree: { text: string; href: string }[]
  calendarTitle: string
  /** Only of a confirmed appointment. */
  calendars: { google: string; outlook: string } | undefined
  /** By video, with the practitioner's link where there is one. */
  video: { url?: string | undefined } | undefined
  /** Undefined while only the town is known, and by video. */
  directionsUrl: string | undefined
  /** What the form posted before this page did. */
  justNow: 'moved' | 'plan-moved' | 'restored' | undefined
  /** Its time before that move. */
  was: string | undefined
  /** The clinic will be closed at its time, and the patient was emailed. */
  isClosed: boolean
  /** A request that holds no time, and why not. */
  unheld: 'unconfirmed' | 'limited' | 'taken' | undefined
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

/** On paper, where nobody can tap. */
const PrintedLink = ({ url }: { url: string }) => (
  <div className="ap-link">
    <QrCode text={url} label={words.printed.code} />
    <p>
      {words.printed.text} {url}
    </p>
  </div>
)

type AppointmentPageProps = { site: PageSite; texts: Texts; view: AppointmentView; form: FormState }

/** Always with the same plate, whatever was booked: a glance over the shoulder tells nothing. */
export function AppointmentPage({ site, texts, view, form }: AppointmentPageProps) {
  const { clinic } = site
  const isActive = view.state === 'confirmed' || view.state === 'requested'
  // Until it is paid, nothing is on its way.
  const isHeld = view.payment?.status?.kind === 'held'
  return (
    <>
      <PageHead site={site} path="/appointments" {...texts.seo} noindex />
      <div className="wrap cols ap" id="appointment">
        <div className="ap-main">
          <FormOutcome form={form} />
          <Status texts={texts.states} view={view} isActive={isActive} />
          <h1 id={appointmentHeading} tabIndex={-1}>
            {headline(view, texts.headline)} <span className="ap-day">{view.day}</span>
          </h1>
          {view.newAddress && <NewAddress texts={texts.newAddress} {...view.newAddress} />}
          <AppointmentDetails view={view} clinic={clinic} />
          {view.payment && hasPayment(view.payment) && (
            <Payment payment={view.payment} words={{ ...bookingPayment, ...view.payment.labels }} />
          )}
          {view.canCancel && !view.movableUntil && <TooLate texts={texts.tooLate} view={view} clinic={clinic} />}
          {view.plan && <DaysOfPlan path={view.path} plan={view.plan} ifCanceled={view.payment?.ifCanceled.plan} />}
          {view.forms.length > 0 && <FormsToFillIn path={view.path} forms={view.forms} />}
          {isHeld ? null : isActive ? (
            <Keep texts={texts} view={view} />
          ) : (
            <Again texts={texts} view={view} clinic={clinic} />
          )}
          {isActive && <PrintedLink url={view.url} />}
          {isActive ? <Preparation heading={texts.preparation} view={view} /> : <AfterCare view={view} />}
        </div>
        <div className="ap-plate">
          <Plate name="general" priority />
        </div>
        <div className="ap-side">
          {view.canCancel && view.movableUntil && (
            <Change heading={texts.change} view={view} until={view.movableUntil} />
          )}
          {view.reminders && <TextReminders path={view.path} clinic={clinic} form={form} {...view.reminders} />}
          <YourData texts={texts.data} {...view} clinic={clinic} form={form}>
            {view.service && <Booked texts={texts.booked} {...view.service} />}
          </YourData>
        </div>
      </div>
    </>
  )
}

const hasPayment = ({ error, says }: BookingPaymentView) => error !== undefined || says.length > 0

function headline({ state, unheld, video, near }: AppointmentView, all: Texts['headline']) {
  if (state === 'requested') return unheld ? all.unheld : all.requested
  if (state === 'cancelled' || state === 'declined') return all.off
  if (state !== 'confirmed') return all.past
  return `${video ? all.video : all.booked} ${words.on[near]}`
}

type PartProps = { view: AppointmentView; clinic: PageSite['clinic'] }

type StatusProps = { texts: Texts['states']; view: AppointmentView; isActive: boolean }

function describeState(
  { isClosed, justNow, state, unheld, mailed }: AppointmentView,
  texts: Texts['states'],
  isActive: boolean,
) {
  if (isClosed) return texts.closed
  if (unheld && state === 'requested')
    return unheld === 'taken' ? texts.unheldTaken : mailed ? texts.unheld : texts.unheldKept
  if (!isActive || !justNow) return texts[state]
  return justNow === 'plan-moved' ? planDays.moved : texts[justNow]
}

function Status({ texts, view, isActive }: StatusProps) {
  const isGood = isActive && !view.isClosed
  const isHeld = isGood && view.state === 'requested'
  return (
    <p className={isHeld ? 'tick held' : isGood ? 'tick' : 'tick off'} role={isGood ? 'status' : undefined}>
      <Icon name={isHeld ? 'clock' : isGood ? 'check' : 'info'} />
      {view.payment?.status?.text ?? describeState(view, texts, isActive)}
    </p>
  )
}

function describeEmails({ mailed, isQuiet, state, unheld }: AppointmentView, texts: Texts['emails']) {
  if (!mailed) return texts.keep
  if (isQuiet) return texts.quiet
  if (state !== 'requested' || unheld === 'taken') return texts.mailed
  return unheld === 'unconfirmed' ? texts.mailedUnheld : texts.mailedRequest
}

type NewAddressProps = NonNullable<AppointmentView['newAddress']> & { texts: Texts['newAddress'] }

function NewAddress({ texts, to, meanwhile, isLinkSent }: NewAddressProps) {
  const now = isLinkSent ? texts.asked : texts.linkLimitReached
  const then = meanwhile ? texts.meanwhile : texts.noneMeanwhile
  return (
    <Note kind="info">
      {fillInAlso(now, { address: to })} {fillInAlso(then, { address: meanwhile })}
    </Note>
  )
}

const AppointmentDetails = ({ view, clinic }: PartProps) => (
  <>
    {view.was && (
      <p>
        {words.before}{' '}
        <s>
          <NoBreak text={view.was} />
        </s>
      </p>
    )}
    <dl className="tri">
      <div>
        <dt>{words.when}</dt>
        <dd className="num">
          <b>
            <NoBreak text={view.clock} />
          </b>
          {view.date}
          <br />
          {view.zone}
        </dd>
      </div>
      <div>
        <dt>{words.where}</dt>
        <dd>
          {!view.video ? (
            <>
              <b>{addressLine(clinic)}</b>
              {view.directionsUrl && (
                <a href={view.directionsUrl} rel="noreferrer">
                  {words.directions}
                </a>
              )}
            </>
          ) : view.video.url ? (
            <>
              <b>{words.byVideoWith.where}</b>
              <a href={view.video.url} rel="noreferrer">
                {words.byVideoWith.link}
              </a>
            </>
          ) : (
            words.byVideo
          )}
        </dd>
      </div>
      <div>
        <dt>{view.with ? words.with : words.name}</dt>
        <dd>
          <b>
            <bdi>{view.with ?? view.contact.name}</bdi>
          </b>
        </dd>
      </div>
    </dl>
  </>
)

/** Ways to keep the appointment: a calendar, the email, or this page. */
function Keep({ texts: { calendar, emails }, view }: { texts: Texts; view: AppointmentView }) {
  const { apple, google, outlook, file } = words.calendars
  const entry = `${view.path}/appointment.ics`
  return (
    <>
      {view.calendars && (
        <section className="cals" aria-labelledby="calendar">
          <h2 id="calendar">{calendar.heading}</h2>
          <ul className="row">
            {[
              [apple, entry],
              [google, view.calendars.google],
              [outlook, view.calendars.outlook],
              [file, entry],
            ].map(([text, href]) => (
              <li key={text}>
                {/* The address of this page is secret. */}
                <ButtonLink kind="line" small href={href} rel="noreferrer">
                  {text}
                </ButtonLink>
              </li>
            ))}
          </ul>
          <p className="hint">{fillInAlso(calendar.says, { entry: view.calendarTitle })}</p>
        </section>
      )}
      <p className="hint">{describeEmails(view, emails)}</p>
    </>
  )
}

/** After it, or when it is off: the same service again, or another time for the day of a plan. */
function Again({ texts, view, clinic }: PartProps & { texts: Texts }) {
  const { path, undoUntil, state, bookPath, nextFree, payment, plan } = view
  const isOff = state === 'cancelled' || state === 'declined'
  return (
    <>
      {undoUntil && (
        <form className="undo" method="post" action={`${path}#${outcomeId}`}>
          <p>
            <NoBreak text={fillInAlso(texts.undo, { time: undoUntil })} />
          </p>
          <IntentButton intent="undo" text={words.undo} />
        </form>
      )}
      {plan?.elsewhere ? (
        <>
          <p>
            <NoBreak text={plan.elsewhere} />
          </p>
          <p>
            <ButtonLink kind={undoUntil ? 'line' : 'primary'} href={`tel:${clinic.phone.e164}`}>
              <Icon name="phone" />
              {clinic.phone.display}
            </ButtonLink>
          </p>
        </>
      ) : (
        <p>
          <ButtonLink kind={undoUntil || payment?.action ? 'line' : 'primary'} href={bookPath}>
            {isOff ? words.again : words.bookAgain}
          </ButtonLink>
        </p>
      )}
      {nextFree.length > 0 && (
        <section className="cals" aria-labelledby="next-free">
          <h2 id="next-free">{texts.soonest}</h2>
          <ul className="row">
            {nextFree.map(({ text, href }) => (
              <li key={href}>
                <ButtonLink kind="line" small href={href}>
                  {text}
                </ButtonLink>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/** What the service needs, and what everybody brings to the clinic. */
function Preparation({ heading, view }: { heading: string; view: AppointmentView }) {
  return (
    <>
      {view.preparation && (
        <section aria-labelledby="prepare">
          <h2 id="prepare">{heading}</h2>
          <p>{view.preparation}</p>
        </section>
      )}
      {view.bring && <List id="bring" {...view.bring} />}
    </>
  )
}

/** The same for every service, so that the page tells nothing about it. */
const AfterCare = ({ view: { state, afterCare } }: { view: AppointmentView }) =>
  state === 'over' || state === 'completed' ? <List id="after" {...afterCare} /> : null

const List = ({ id, heading, items }: { id: string } & Lines) => (
  <section aria-labelledby={id}>
    <h2 id={id}>{heading}</h2>
    <ul className="bring">
      {items.map((item) => (
        <li key={item}>
          <Icon name="check" />
          <span>{item}</span>
        </li>
      ))}
    </ul>
  </section>
)

/** Until the cut-off it can be moved; until it begins it can be canceled. */
const Change = ({ heading, view, until }: { heading: string; view: AppointmentView; until: string }) => (
  <section className="change" aria-labelledby="change">
    <h2 id="change">{heading}</h2>
    <p>
      <NoBreak text={movableUntil(until)} />
    </p>
    {view.payment?.ifCanceled.this && <p>{view.payment.ifCanceled.this}</p>}
    <form className="row" method="post" action={`${view.path}#${outcomeId}`}>
      <ButtonLink kind="line" href={`${view.path}/move`}>
        {words.move}
      </ButtonLink>
      <IntentButton intent="cancel" text={words.cancel} kind="danger" />
    </form>
  </section>
)

/** Beside the facts, since few patients read on. */
const TooLate = ({ texts, view, clinic }: PartProps & { texts: Texts['tooLate'] }) => (
  <section className="late" aria-labelledby="change">
    <h2 id="change">{texts.heading}</h2>
    <p>
      <NoBreak text={fillInAlso(texts.text, { notice: toNotice(view) })} />
    </p>
    {view.payment?.ifCanceled.this && <p>{view.payment.ifCanceled.this}</p>}
    <form className="row" method="post" action={`${view.path}#${outcomeId}`}>
      <ButtonLink href={`tel:${clinic.phone.e164}`}>
        <Icon name="phone" />
        {clinic.phone.display}
      </ButtonLink>
      <IntentButton intent="cancel" text={words.cancel} kind="danger" />
    </form>
  </section>
)

type BookedProps = NonNullable<AppointmentView['service']> & { texts: Texts['booked'] }

const Booked = ({ texts, title, duration, price }: BookedProps) => (
  <details>
    <summary>{texts.summary}</summary>
    <p>
      {words.booked(title, duration, price)} {price && texts.price}
    </p>
  </details>
)
