import '#app/ui/styles/calendar.css'
import { data, Form, Link } from 'react-router'
import { formatShortAppointmentTime, formatWeekdayTime } from '#app/domain/booking/format-appointment.ts'
import { movePlan, proposeMove } from '#app/domain/booking/plans/move-plan.server.ts'
import { formatPlanDays, parsePlanDays, parseSeen } from '#app/domain/booking/plans/moved-days.ts'
import { readPlanChoice, toWishFields } from '#app/domain/booking/plans/plan-choice.ts'
import { findPlan } from '#app/domain/booking/plans/plans.server.ts'
import { toResourceNames } from '#app/domain/booking/service-needs.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { getActor } from '#app/http/admin.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { redirectDone } from '#app/http/done.ts'
import { loadOr404 } from '#app/http/load.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { requireId } from '#app/http/require-id.ts'
import { actOn, formError } from '#app/http/submit.server.ts'
import { SelectField } from '#app/ui/primitives/select-field.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { adminNewPlan, planWords } from '#content/pages/admin-plans.ts'
import { admin } from '#content/pages/admin.ts'
import type { Route } from './+types/move-plan.ts'

const words = planWords.moveAll

/** Complete proposals for all days that are ahead; each is moved to with one press, which can be undone. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const id = requireId(params.id)
  const services = context.get(servicesContext)
  const now = Date.now()
  const query = new URL(request.url).searchParams
  const { from, part } = readPlanChoice(query)
  const { rest, proposals, failing } = await loadOr404(context, async () => {
    const plan = await findPlan(services.database.db, id)
    return plan && proposeMove(services, getActor(context), plan, { from, part, now })
  })
  const { moving } = rest
  const wish = toWishFields(query, words.badFrom)
  const toText = ({ startsAt }: { startsAt: number }) => formatShortAppointmentTime({ startsAt }, clinicTimeZone)
  const view = {
    path: `/admin/plans/${id}`,
    now: moving.length > 0 ? words.now(moving.length, toText(moving[0]!), toText(moving.at(-1)!)) : undefined,
    seen: moving.map(({ startsAt }) => startsAt).join(),
    wish,
    proposals: proposals.map(({ kind, days }) => ({
      kind,
      value: formatPlanDays(days),
      days: days.map((day, index) => {
        const who = toResourceNames(services.booking, [`person:${day.personId}`])
        return [planWords.day(moving[index]!.number), toText(day), ...who].join(', ')
      }),
    })),
    failing: failing && {
      number: moving[failing.planDay - 1]!.number,
      near: failing.near.map(({ time }) => toText(time)).join('; '),
    },
  }
  return data(view, { status: wish.fromError ? 400 : 200 })
}

/** Also of Undo. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const id = requireId(params.id)
  const typed = await typedFields(request)
  const isUndo = typed.intent === 'undo'
  return actOn(context, async () => {
    const moved = await movePlan(context.get(servicesContext), getActor(context), {
      planId: id,
      days: parsePlanDays((typed.days ?? '').split(',')),
      seen: parseSeen(typed.seen),
      undo: isUndo ? { replaced: typed.replaced === 'yes' } : undefined,
      now: Date.now(),
    })
    if (!moved.ok) {
      if (moved.reason === 'days-taken') return formError(409, words.taken)
      return formError(moved.reason === 'not-planned' ? 400 : 409, words.refused[moved.reason])
    }
    const { was, seen, replaced } = moved
    const record = `/admin/plans/${id}`
    if (isUndo) return redirectDone(context, typed, { record, text: planWords.done.movedBack(was.length) })
    return redirectDone(context, typed, {
      record,
      text: planWords.done.moved(was.length, formatWeekdayTime({ startsAt: seen[0]! }, clinicTimeZone)),
      undo: { intent: 'undo', days: formatPlanDays(was), seen: seen.join(), replaced: replaced ? 'yes' : 'no' },
      undoPath: `/admin/plans/${id}/move`,
    })
  })
}

/** Also after an error: what was taken meanwhile is proposed no longer. */
export const shouldRevalidate = () => true

type PageView = Route.ComponentProps['loaderData']

export default function MovePlan({ loaderData: view, actionData: posted }: Route.ComponentProps) {
  return (
    <AdminPage title={words.heading}>
      <div className="stack">
        <FormOutcome form={posted?.form ?? {}} />
        {view.now === undefined ? (
          <p>{words.refused['not-upcoming']}</p>
        ) : (
          <>
            <p>
              {view.now} {words.lead}
            </p>
            <Wish {...view.wish} />
            <Proposals {...view} />
          </>
        )}
        <p>
          <Link to={view.path}>{words.back}</Link>
        </p>
      </div>
    </AdminPage>
  )
}

const Wish = ({ from, fromError, part }: PageView['wish']) => (
  <Form method="get" className="adm-bar">
    <Field label={adminNewPlan.from} name="from" type="date" defaultValue={from} error={fromError} optional />
    <SelectField
      label={adminNewPlan.part}
      name="part"
      options={Object.entries(adminNewPlan.parts)}
      defaultValue={part}
    />
    <Button kind="line">{adminNewPlan.propose}</Button>
  </Form>
)

const Proposals = ({ proposals, failing, seen }: PageView) => (
  <section className="stack" aria-labelledby="proposals">
    <h2 id="proposals">{adminNewPlan.proposals.heading}</h2>
    {failing && (
      <p>
        {adminNewPlan.proposals.failing(failing.number)}{' '}
        {failing.near !== '' && adminNewPlan.proposals.near(failing.near)}
      </p>
    )}
    {proposals.length === 0 && <p className="muted">{words.none}</p>}
    <div className="plan-proposals">
      {proposals.map(({ kind, value, days }) => (
        <section key={kind} className="panel stack" aria-labelledby={`proposal-${kind}`}>
          <h3 id={`proposal-${kind}`}>{adminNewPlan.proposals.kinds[kind]}</h3>
          <ol className="num">
            {days.map((day) => (
              <li key={day}>{day}</li>
            ))}
          </ol>
          <ActionForm offline={admin.offline}>
            <input type="hidden" name="days" value={value} />
            <input type="hidden" name="seen" value={seen} />
            <Button
              kind="line"
              small
              pending={words.pending}
              aria-label={words.buttonName(adminNewPlan.proposals.kinds[kind])}
            >
              {words.button}
            </Button>
          </ActionForm>
        </section>
      ))}
    </div>
  </section>
)
