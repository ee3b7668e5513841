import type { ProposalKind } from '#app/domain/booking/plans/propose.ts'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { Button, ButtonLink } from '#app/ui/primitives/button.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { planPage as words } from '#content/pages/booking.ts'

export type ShownDay = { startsAt: number; day: string; clock: string; with: string | undefined }

export type NumberedDay = ShownDay & { number: number }

export type ShownProposals = {
  proposals: { kind: ProposalKind; days: NumberedDay[]; range: string; query: string }[]
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
  /** Of the page that shows them and what is chosen. */
  path: string
  wish: { from: string; fromError: string | undefined; part: string }
  /** Of a plan that is not booked yet. */
  price?: string
  clinic: ClinicFacts
}

/** Two or three ways through the whole plan; without any, the day that fails and what is free near it. */
export function PlanProposals({ path, proposals, failing, wish, price, clinic }: PlanProposalsProps) {
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
                  <li key={text}>{query === undefined ? text : <a href={path + query}>{text}</a>}</li>
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
                <ProposedDays days={days} />
                {price !== undefined && <p className="hint">{price}</p>}
                <ButtonLink href={path + query} kind={kind === proposals[0]!.kind ? 'primary' : 'line'}>
                  {words.choose}
                </ButtonLink>
              </li>
            ))}
          </ul>
        </section>
      )}
      <form className="plan-wish" method="get" action={path}>
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

export function ProposedDays({ days }: { days: readonly NumberedDay[] }) {
  const list = (
    <ol className="plan-days">
      {days.map((day) => (
        <li key={day.startsAt}>
          <span className="hint">{words.day(day.number)}</span>
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
