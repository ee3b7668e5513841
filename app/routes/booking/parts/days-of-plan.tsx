import type { AppointmentState } from '#app/domain/booking/appointment.ts'
import type { PlanProgress } from '#app/domain/booking/plans/plan-days.ts'
import { outcomeId } from '#app/ui/forms/field-state.ts'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { planDays as words } from '#content/pages/appointment.ts'

export type ShownPlan = {
  /** Which day of it this page is about, from 1. */
  day: number
  progress: PlanProgress
  days: { day: number; when: string; state: AppointmentState | 'over' | 'held'; href: string }[]
  /** How many can still be canceled together; 0: only this one is left, or none. */
  ahead: number
  /** How many can still be moved together. */
  movable: number
  /** What becomes of this day, which is canceled, while others are ahead. */
  elsewhere?: string | undefined
}

type DaysOfPlanProps = {
  path: string
  plan: ShownPlan
  /** What becomes of what was paid. */
  ifCanceled?: string | undefined
}

/** All days of the plan that the appointment belongs to, each with its page. */
export const DaysOfPlan = ({ path, plan, ifCanceled }: DaysOfPlanProps) => (
  <section aria-labelledby="plan">
    <h2 id="plan">{words.heading(plan.day, plan.progress.days)}</h2>
    <p>{words.progress(plan.progress)}</p>
    <ol className="plan-days">
      {plan.days.map(({ day, when, state, href }) => (
        <li key={day}>
          <span className="hint">{words.day(day)}</span>
          {day === plan.day ? (
            <b className="num">{when}</b>
          ) : (
            <a className="num" href={href} rel="noreferrer">
              {when}
            </a>
          )}
          <span className="hint">{words.states[state]}</span>
        </li>
      ))}
    </ol>
    {plan.progress.left > 0 && (
      <p>
        <a href={`${path}/appointment.ics?all`} rel="noreferrer">
          {words.file}
        </a>
      </p>
    )}
    {plan.movable > 1 && (
      <p>
        <ButtonLink kind="line" href={`${path}/move-all`} rel="noreferrer">
          {words.move(plan.movable)}
        </ButtonLink>
      </p>
    )}
    {plan.ahead > 1 && (
      <form method="post" action={`${path}#${outcomeId}`}>
        <p className="hint">{[words.cancelHint(plan.ahead), ifCanceled].filter(Boolean).join(' ')}</p>
        <IntentButton intent="cancel-plan" text={words.cancel(plan.ahead)} kind="danger" />
      </form>
    )}
  </section>
)
