import { planPath } from '#app/domain/booking/plans/plan-choice.ts'
import type { ProposalKind } from '#app/domain/booking/plans/propose.ts'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { Button, ButtonLink } from '#app/ui/primitives/button.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { planPage as words } from '#content/pages/booking.ts'

export type ShownDay = { startsAt: number; day: string; clock: string; with: string | undefined }

export type ShownProposals = {
  proposals: { kind: ProposalKind; days: ShownDay[]; range: string; query: string }[]
  failing:
    | {
        planDay: number
        /** With the address where a whole plan with it is chosen, if there is one. */
        near: { text: string; query: string | undefined }[]
        /** That can be booked online, if the plan would go on after it. */
        lastDay: string | undefined
      }
    | undefined
}

type PlanProposalsProps = ShownProposals & {
  wish: { from: string; fromError: string | undefined; part: string }
  price: string
  clinic: ClinicFacts
}

/** Two or three ways through the whole plan; without any, the day that fails and what is free near it. */
export function PlanProposals({ proposals, failing, wish, price, clinic }: PlanProposalsProps) {
  return (
    <>
      {failing && (
        <Note kind="info">
          <p>
            {failing.lastDay === undefined
              ? words.failing(failing.planDay)
              : words.pastEnd(failing.planDay, failing.lastDay)}
          </p>
          {failing.near.length > 0 && (
            <>
              <p>{words.near}</p>
              <ul>
                {failing.near.map(({ text, query }) => (
                  <li key={text}>{query === undefined ? text : <a href={planPath + query}>{text}</a>}</li>
                ))}
              </ul>
            </>
          )}
          {proposals.length > 0 && <p>{words.spread}</p>}
        </Note>
      )}
      {proposals.length === 0 && (
        <Note kind="warn">
          <p>{words.none(clinic)}</p>
        </Note>
      )}
      {proposals.length > 0 && (
        <section aria-labelledby="proposals">
          <h2 id="proposals" className="vh">
            {words.proposals}
          </h2>
          <ul className="plan-cards">
            {proposals.map(({ kind, days, range, query }) => (
              <li key={kind} className="panel">
                <h3>{words.kinds[kind]}</h3>
                <p>
                  <b>{range}</b>
                </p>
                <Days days={days} />
                <p className="hint">{price}</p>
                <ButtonLink href={planPath + query} kind={kind === proposals[0]!.kind ? 'primary' : 'line'}>
                  {words.choose}
                </ButtonLink>
              </li>
            ))}
          </ul>
        </section>
      )}
      <form className="plan-wish" method="get" action={planPath}>
        <h2 className="h3">{words.wish}</h2>
        <Field label={words.from} name="from" type="date" defaultValue={wish.from} error={wish.fromError} optional />
        <p className="row">
          {(['', 'morning', 'afternoon'] as const).map((part) => (
            <Button key={part} kind="line" name="part" value={part} aria-pressed={wish.part === part}>
              {words.parts[part || 'any']}
            </Button>
          ))}
        </p>
      </form>
    </>
  )
}

/** A week stands open; more is folded. */
const mostOpen = 7

function Days({ days }: { days: readonly ShownDay[] }) {
  const list = (
    <ol className="plan-days">
      {days.map((day, index) => (
        <li key={day.startsAt}>
          <span className="hint">{words.day(index + 1)}</span>
          <span className="num">
            {day.day}, {day.clock}
            {day.with && (
              <>
                , <bdi>{words.with(day.with)}</bdi>
              </>
            )}
          </span>
        </li>
      ))}
    </ol>
  )
  if (days.length <= mostOpen) return list
  return (
    <details>
      <summary>{words.allDays(days.length)}</summary>
      {list}
    </details>
  )
}
