import '#app/ui/styles/shop-and-booking.css'
import { data, redirectDocument } from 'react-router'
import { appointmentPath } from '#app/domain/booking/appointment-link.ts'
import { bookingRules, isMovable } from '#app/domain/booking/booking-rules.ts'
import { canChange } from '#app/domain/booking/appointment.ts'
import { moveAppointment } from '#app/domain/booking/move-appointment.server.ts'
import { readChoice } from '#app/domain/booking/choice.ts'
import { holdsNoTime } from '#app/domain/booking/held-back/held-back.ts'
import { formatAppointmentTime, formatShortAppointmentTime } from '#app/domain/booking/format-appointment.ts'
import { fillInAlso } from '#app/domain/content/fill-in-also.ts'
import { findAppointmentByLink } from '#app/http/appointment-by-link.server.ts'
import { listTimes, showNearest } from '#app/http/choose-a-time.server.ts'
import { pageContext, servicesContext } from '#app/http/context.ts'
import { setFlash } from '#app/http/flash.ts'
import { workPage } from '#app/http/page-kind.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { loadOr503 } from '#app/http/load.ts'
import { clientFingerprint } from '#app/http/client-fingerprint.ts'
import { getTexts } from '#app/http/texts.server.ts'
import { useSite } from '#app/http/site.ts'
import { formError, submit } from '#app/http/submit.server.ts'
import { LinkGone } from './parts/new-link-form.tsx'
import { Widget } from '#app/ui/booking/widget.tsx'
import { outcomeId } from '#app/ui/forms/field-state.ts'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { NoBreak } from '#app/ui/site/no-break.tsx'
import { PageTop } from '#app/ui/site/page-top.tsx'
import { movePage as words } from '#content/pages/appointment.ts'
import { widget } from '#content/pages/booking.ts'
import { sayRefused } from './refused.server.ts'
import type { Route } from './+types/move.ts'

export const handle = workPage()

export async function loader({ params: { token }, request, context }: Route.LoaderArgs) {
  context.get(pageContext).doNotStore()
  const { appointment, view } = await loadOr503(context, async () => {
    const appointment = await findAppointmentByLink(context, token)
    if (!appointment) return {}
    const choice = readChoice(new URL(request.url).searchParams)
    const times = { serviceId: appointment.serviceId, moving: appointment }
    return { appointment, view: await listTimes(context, choice, times) }
  })
  if (!appointment) return data({ texts: getTexts(context, 'find-appointment'), view: undefined }, { status: 404 })
  const { clinic, booking } = context.get(servicesContext)
  const now = Date.now()
  const facts = clinic.facts(now)
  const refusal = !canChange(appointment, now)
    ? ('not-upcoming' as const)
    : isMovable({ booking, clinic }, appointment, now)
      ? undefined
      : ('too-late' as const)
  return data({
    texts: getTexts(context, 'appointment').move,
    path: appointmentPath(token),
    // Of one that holds no time, none is the patient's yet.
    now: holdsNoTime(appointment) ? undefined : formatAppointmentTime(appointment, facts.timeZone),
    // A move does not renew the grace period after booking.
    rules: { ...bookingRules(booking, appointment.serviceId).change, graceMinutes: 0 },
    refused: refusal && sayRefused({ booking, clinic }, appointment, refusal),
    view,
  })
}

export async function action({ params: { token }, request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext)
  const choice = readChoice(new URLSearchParams(await typedFields(request)))
  const now = Date.now()
  const facts = services.clinic.facts(now)
  const move = async () => {
    const appointment = await findAppointmentByLink(context, token)
    if (!appointment) return data(undefined, { status: 404 })
    if (choice.at === undefined) return formError(400, widget.chooseTime)
    const wish = {
      id: appointment.id,
      startsAt: choice.at,
      personId: choice.who,
      now,
      isLimited: services.config.abuseLimits,
      limitedAs: clientFingerprint(context, appointment.email)?.address,
    }
    const moved = await moveAppointment(services, 'patient', wish)
    if (moved.ok) {
      const was = formatShortAppointmentTime(appointment, facts.timeZone)
      if (choice.at !== appointment.startsAt)
        setFlash(context, { on: appointmentPath(token), about: 'moved', text: was })
      return redirectDocument(`${appointmentPath(token)}#${outcomeId}`, 303)
    }
    if (!('nearest' in moved)) return formError(409, sayRefused(services, appointment, moved.reason))
    return showNearest(context, moved, choice)
  }
  return submit(context, move, () => formError(503, widget.failure(facts)))
}

export default function MoveAppointment({ loaderData: loaded, actionData: posted }: Route.ComponentProps) {
  const site = useSite()
  if (!loaded.view) return <LinkGone site={site} texts={loaded.texts} />
  const { texts, path, now, rules, refused, view } = loaded
  return (
    <>
      <PageTop
        page={refused || !now ? texts : { ...texts, lead: fillInAlso(texts.now, { when: now }) }}
        site={site}
        path="/appointments"
        noindex
      />
      <div className="wrap body">
        {refused ? (
          <Note kind="info">
            <p>
              <NoBreak text={refused} />
            </p>
          </Note>
        ) : (
          <>
            {view.range && (
              <p>
                <NoBreak text={words.range(view.range, site.clinic)} />
              </p>
            )}
            <Widget
              path={`${path}/move`}
              clinic={site.clinic}
              view={view}
              rules={rules}
              posted={posted}
              button={words.button}
            />
          </>
        )}
        <p>
          <ButtonLink kind="line" href={path}>
            {words.back}
          </ButtonLink>
        </p>
      </div>
    </>
  )
}
