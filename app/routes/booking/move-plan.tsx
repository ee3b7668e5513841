import '#app/ui/styles/shop-and-booking.css'
import '#app/ui/styles/plan-days.css'
import { data } from 'react-router'
import { canChange, isActive } from '#app/domain/booking/appointment.ts'
import { appointmentPath } from '#app/domain/booking/appointment-link.ts'
import { formatShortDay } from '#app/domain/booking/format-appointment.ts'
import { isFreeToMove, movePlan, proposeMove } from '#app/domain/booking/plans/move-plan.server.ts'
import { parseSeen } from '#app/domain/booking/plans/moved-days.ts'
import { planQuery, readPlanChoice, toWishFields } from '#app/domain/booking/plans/plan-choice.ts'
import type { PlanRest } from '#app/domain/booking/plans/plan-rest.server.ts'
import { findPlanOf } from '#app/domain/booking/plans/plans.server.ts'
import { findAppointmentByLink } from '#app/http/appointment-by-link.server.ts'
import { clientFingerprint } from '#app/http/client-fingerprint.ts'
import { pageContext, servicesContext } from '#app/http/context.ts'
import { redirectWithFlash } from '#app/http/flash.ts'
import { loadOr503 } from '#app/http/load.ts'
import { readPage } from '#app/http/page-kind.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { useSite } from '#app/http/site.ts'
import { formError, submit } from '#app/http/submit.server.ts'
import { getTexts } from '#app/http/texts.server.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { NoBreak } from '#app/ui/site/no-break.tsx'
import { PageTop } from '#app/ui/site/page-top.tsx'
import { movePlanPage as words } from '#content/pages/appointment.ts'
import { planPage, widget } from '#content/pages/booking.ts'
import { MovedDays } from './parts/moved-days.tsx'
import { LinkGone } from './parts/new-link-form.tsx'
import { PlanProposals } from './parts/plan-proposals.tsx'
import { sayRefused } from './refused.server.ts'
import { viewDay, viewProposals } from './plan-view.server.ts'
import type { Route } from './+types/move-plan.ts'

export const handle = readPage()

/** All days of a plan that can still be moved: complete proposals, then the chosen ones before they are confirmed. */
export async function loader({ params: { token }, request, context }: Route.LoaderArgs) {
  context.get(pageContext).doNotStore()
  const services = context.get(servicesContext)
  const { clinic, database } = services
  const now = Date.now()
  const facts = clinic.facts(now)
  const query = new URL(request.url).searchParams
  const { days, from, part } = readPlanChoice(query)
  const wish = { from, part }
  const found = await loadOr503(context, async () => {
    const appointment = await findAppointmentByLink(context, token)
    const plan = appointment && (await findPlanOf(database.db, appointment))
    if (!plan) return undefined
    const proposed = await proposeMove(services, 'patient', plan, { ...wish, now })
    return { plan, proposed, isFree: await isFreeToMove(services, proposed.rest, days, now) }
  })
  if (!found) return data({ texts: getTexts(context, 'find-appointment'), view: undefined }, { status: 404 })
  const { plan, proposed, isFree } = found
  const { moving } = proposed.rest
  const path = appointmentPath(token)
  const refusal = plan.days.some((day) => canChange(day, now)) ? ('too-late' as const) : ('not-upcoming' as const)
  const typedWish = toWishFields(query, planPage.badFrom)
  const isTaken = days.length > 0 && !isFree
  const view = {
    path,
    lead: moving.length > 0 ? words.lead(toRange(proposed.rest, facts.timeZone)) : '',
    stay: plan.days.filter((day) => isActive(day) && day.endsAt > now).length - moving.length,
    refused: moving.length > 0 ? undefined : sayRefused(services, plan.days[0]!, refusal),
    taken: isTaken ? words.taken : undefined,
    wish: typedWish,
    offered: viewProposals(services, proposed, now, { wish, numbers: moving.map(({ number }) => number) }),
    chosen: isFree
      ? {
          query: planQuery({ ...wish, days }),
          others: planQuery({ ...wish, days: [] }),
          seen: moving.map(({ startsAt }) => startsAt).join(),
          days: days.map((day, index) => ({
            ...viewDay(services, day, facts.timeZone),
            number: moving[index]!.number,
          })),
        }
      : undefined,
  }
  return data({ texts: undefined, view }, { status: typedWish.fromError ? 400 : 200 })
}

function toRange({ moving }: PlanRest, timeZone: string) {
  const [first, last] = [moving[0]!, moving.at(-1)!].map(({ startsAt }) => formatShortDay(startsAt, timeZone))
  return first === last ? first! : `${first} – ${last}`
}

export async function action({ params: { token }, request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext)
  const typed = await typedFields(request)
  const now = Date.now()
  const facts = services.clinic.facts(now)
  const { days } = readPlanChoice(new URL(request.url).searchParams)
  const move = async () => {
    const appointment = await findAppointmentByLink(context, token)
    const { planId } = appointment ?? {}
    if (!appointment || planId === undefined) return data(undefined, { status: 404 })
    const moved = await movePlan(services, 'patient', {
      ...{ planId, days, now },
      seen: parseSeen(typed.seen),
      limitedAs: clientFingerprint(context, appointment.email)?.address,
    })
    if (moved.ok) {
      return redirectWithFlash(context, appointmentPath(token), { about: 'plan-moved' })
    }
    if (moved.reason === 'days-taken') return formError(409, words.taken)
    if (moved.reason === 'not-planned') return formError(400, words.notPlanned)
    if (moved.reason === 'moved-meanwhile') return formError(409, words.meanwhile)
    return formError(409, sayRefused(services, appointment, moved.reason))
  }
  return submit(context, move, () => formError(503, widget.failure(facts)))
}

export default function MovePlan({ loaderData: loaded, actionData: posted }: Route.ComponentProps) {
  const site = useSite()
  if (!loaded.view) return <LinkGone site={site} texts={loaded.texts} />
  const { path, lead, stay, refused, taken, wish, offered, chosen } = loaded.view
  const form = posted?.form ?? { error: taken }
  const page = `${path}/move-all`
  return (
    <>
      <PageTop page={{ ...words, lead }} site={site} path="/appointments" noindex />
      <div className="wrap body plan stack">
        <FormOutcome form={form} />
        {refused ? (
          // Said already to somebody who pressed.
          form.error === undefined && (
            <Note kind="info">
              <p>
                <NoBreak text={refused} />
              </p>
            </Note>
          )
        ) : (
          <>
            {stay > 0 && <p>{words.stay(stay)}</p>}
            {chosen ? (
              <MovedDays path={page} {...chosen} />
            ) : (
              <PlanProposals path={page} {...offered} wish={wish} clinic={site.clinic} />
            )}
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
