import type { Services } from '#app/services.server.ts'
import '#app/ui/styles/shop-and-booking.css'
import { data, redirect } from 'react-router'
import { draftEditPath, findObstacle } from '#app/domain/booking/draft-obstacle.ts'
import { bookAppointment } from '#app/domain/booking/book.server.ts'
import { readChoice } from '#app/domain/booking/choice.ts'
import { getVideo, needsFor } from '#app/domain/booking/service-needs.ts'
import { formatAppointmentTime } from '#app/domain/booking/format-appointment.ts'
import { bookingRules } from '#app/domain/booking/booking-rules.ts'
import { type ShownDue, showDue } from '#app/domain/booking/money/due-in-words.ts'
import { awaitsPayment, shownDueField } from '#app/domain/booking/money/pay-ahead.ts'
import { holdsNoTime } from '#app/domain/booking/held-back/held-back.ts'
import { findService } from '#app/domain/catalogue/services.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { findBookedAppointment, findDraftToResume, findOpenDraft } from '#app/http/booking-draft.server.ts'
import { listTimes, showNearest } from '#app/http/choose-a-time.server.ts'
import { pageContext, servicesContext } from '#app/http/context.ts'
import { workPage } from '#app/http/page-kind.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { openIfToPay } from '#app/http/pay-booking.server.ts'
import { loadOr503 } from '#app/http/load.ts'
import { toVisitor } from '#app/http/booking-visitor.server.ts'
import { useSite } from '#app/http/site.ts'
import { formError, submit } from '#app/http/submit.server.ts'
import { plateUrl } from '#app/ui/site/pictures.tsx'
import { Widget } from '#app/ui/booking/widget.tsx'
import { type ServiceFacts, ServiceInShort } from './parts/service-in-short.tsx'
import { WidgetEnd } from './parts/widget-end.tsx'
import { bookingPayment } from '#content/booking-payments.ts'
import { appointmentPage } from '#content/pages/appointment.ts'
import { widget as words } from '#content/pages/booking.ts'
import { servicesPage } from '#content/pages/services.ts'
import { addressLine } from '#content/site.ts'
import type { Facts } from '#content/pages/page.ts'
import type { Route } from './+types/widget.ts'

export const handle = workPage()

const path = '/booking/widget'
/** The query of the page for a tab whose times belong to another draft. */
const otherDraft = 'other'

/**
 * The built-in widget: a document of its own, in the frame of /booking/time. With a hosted calendar it books nothing, not
 * even in a tab opened before: two calendars would book the same time twice.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const page = context.get(pageContext)
  page.doNotStore()
  page.beFramed()
  const { searchParams: asked } = new URL(request.url)
  const { booking, clinic, content, config, emailsLeave } = context.get(servicesContext)
  const facts = clinic.facts(Date.now())
  const isHosted = config.schedulingUrl !== undefined
  const hosted = data({ end: { reason: 'hosted' as const } }, { status: 404 })
  return loadOr503(context, async () => {
    const draft = await findOpenDraft(request, context)
    if (draft && isHosted) return hosted
    if (draft && (asked.has(otherDraft) || draft.planId !== undefined))
      return { end: { reason: 'other-draft' as const } }
    const obstacle = draft && findObstacle(draft, content)
    if (obstacle) return { end: { reason: obstacle, href: draftEditPath(draft) } }
    if (draft) {
      const due = showDue(context.get(servicesContext), draft)
      return {
        view: await listTimes(context, readChoice(asked), { serviceId: draft.serviceId }),
        rules: bookingRules(booking, draft.serviceId).change,
        service: serviceFacts({ content, booking }, { serviceId: draft.serviceId, due }, facts),
        draftId: draft.id,
        due,
      }
    }
    const made = await findBookedAppointment(request, context)
    if (made) {
      const video = getVideo(booking, made.appointment)
      const isHeld = awaitsPayment(made.appointment)
      return {
        end: {
          state: isHeld ? ('held' as const) : made.appointment.state,
          isUnheld: holdsNoTime(made.appointment),
          mailed: emailsLeave,
          // Which leads on to the payment.
          href: isHeld ? `${made.href}/pay` : made.href,
          when: formatAppointmentTime(made.appointment, facts.timeZone),
          where: video ? (video.url ?? appointmentPage.byVideo) : addressLine(facts),
        },
      }
    }
    if (isHosted) return hosted
    const reason = (await findDraftToResume(request, context)) ? ('locked' as const) : ('no-draft' as const)
    return { end: { reason } }
  })
}

type Shown = Pick<Services, 'content' | 'booking'>

type Chosen = { serviceId: string; due: ShownDue | undefined }

function serviceFacts(
  { content, booking }: Shown,
  { serviceId, due }: Chosen,
  clinic: Facts,
): ServiceFacts | undefined {
  const service = findService(content, serviceId)
  if (!service) return undefined
  const { title, duration, picture } = service
  const price = due?.price ?? service.price
  const [only, ...others] = needsFor(booking, serviceId).people
  const withWhom = others.length === 0 ? only?.name : undefined
  const priceNote = due?.price ? undefined : content.read('booking', clinic).facts.price
  const { href: pricesHref } = servicesPage.pricesLink
  return { title, duration, price, priceNote, withWhom, pricesHref, plateUrl: plateUrl(picture) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext)
  const { clinic, content, config } = services
  // The page says where to book.
  if (config.schedulingUrl !== undefined) return data({ form: {} satisfies FormState }, { status: 404 })
  const now = Date.now()
  const typed = await typedFields(request)
  const choice = readChoice(new URLSearchParams(typed))
  const facts = clinic.facts(now)
  const book = async () => {
    const draft = await findOpenDraft(request, context)
    if (!draft) return redirect(path, 303)
    // A tab left open shows the times of another patient or service.
    const isOther = typed.draft !== undefined && typed.draft !== draft.id
    if (isOther || draft.planId !== undefined) return redirect(`${path}?${otherDraft}`, 303)
    // The page names the obstacle.
    if (findObstacle(draft, content)) return data({ form: {} satisfies FormState }, { status: 409 })
    if (choice.at === undefined) return formError(400, words.chooseTime)
    const booked = await bookAppointment(services, {
      draft,
      startsAt: choice.at,
      personId: choice.who,
      byVideo: choice.how === 'video',
      now,
      ...(await toVisitor(request, context, draft.patient.email)),
      shownDue: typed[shownDueField],
    })
    if (booked.ok) {
      await openIfToPay(request, context)
      return redirect(path, 303)
    }
    if (booked.reason === 'due-changed') return formError(409, bookingPayment.changed)
    if (booked.reason === 'not-available') return formError(409, words.notAvailable(facts))
    return showNearest(context, booked, choice)
  }
  return submit(context, book, () => formError(503, words.failure(facts)))
}

export default function BookingWidget({ loaderData: loaded, actionData: posted }: Route.ComponentProps) {
  const { clinic } = useSite()
  return (
    <main id="main" className="widget" tabIndex={-1} aria-label={words.title}>
      <title>{words.title}</title>
      <meta name="robots" content="noindex" />
      <h1 className="vh">{words.title}</h1>
      {loaded.end || !loaded.view ? (
        <WidgetEnd end={loaded.end ?? { reason: 'no-draft' }} clinic={clinic} />
      ) : (
        <Widget
          path={path}
          clinic={clinic}
          view={loaded.view}
          rules={loaded.rules}
          posted={posted}
          button={loaded.due?.button ?? words.confirm}
          due={loaded.due}
          service={loaded.service && <ServiceInShort {...loaded.service} />}
        >
          <input type="hidden" name="draft" value={loaded.draftId} />
          {loaded.due && <input type="hidden" name={shownDueField} value={loaded.due.shown} />}
        </Widget>
      )}
    </main>
  )
}
