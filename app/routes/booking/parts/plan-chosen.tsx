import type { ShownDue } from '#app/domain/booking/money/due-in-words.ts'
import { shownDueField } from '#app/domain/booking/money/pay-ahead.ts'
import { planPath } from '#app/domain/booking/plans/plan-choice.ts'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { outcomeId } from '#app/ui/forms/field-state.ts'
import { Button } from '#app/ui/primitives/button.tsx'
import { planPage as words } from '#content/pages/booking.ts'
import type { ShownDay } from './plan-proposals.tsx'

/** The addresses in it are query strings. */
export type ShownChoice = {
  query: string
  days: (ShownDay & { isTaken: boolean; change: string })[]
  /** Other times for one day. */
  changing:
    | { planDay: number; days: { day: string; name: string; times: { clock: string; query: string }[] }[] }
    | undefined
}

type ChosenDaysProps = ShownChoice & {
  draftId: string
  due: ShownDue | undefined
  clinic: ClinicFacts
}

/** All days before they are booked together; one of them may be about to be put elsewhere. */
export function ChosenDays({ query, days, changing, draftId, due, clinic }: ChosenDaysProps) {
  const isWhole = days.every(({ isTaken }) => !isTaken)
  return (
    <section className="panel" aria-labelledby="review">
      <h2 id="review">{words.review}</h2>
      <ol className="plan-days">
        {days.map((day, index) => {
          const planDay = index + 1
          return (
            <li key={day.startsAt} id={`day-${planDay}`} className={day.isTaken ? 'taken' : undefined}>
              <span className="hint">{words.day(planDay)}</span>
              <span className="num">
                {day.isTaken ? (
                  <>
                    <s>
                      {day.day}, {day.clock}
                    </s>{' '}
                    <b>{words.isTaken}</b>
                  </>
                ) : (
                  <>
                    {day.day}, {day.clock}
                    {day.with && (
                      <>
                        , <bdi>{words.with(day.with)}</bdi>
                      </>
                    )}
                  </>
                )}
              </span>
              <a href={`${planPath}${day.change}#day-${planDay}`} aria-label={words.otherOf(planDay)}>
                {words.other}
              </a>
              {changing?.planDay === planDay && <Others {...changing} keep={query} clinic={clinic} />}
            </li>
          )
        })}
      </ol>
      <p className="hint">{isWhole ? words.held : words.someTaken}</p>
      {isWhole && (
        <form className="stack" method="post" action={`${planPath}${query}#${outcomeId}`}>
          {due && (
            <p className="hint">
              <b>{due.heading}.</b> {due.text}
            </p>
          )}
          <Button pending={words.pending}>{due?.button ?? words.book(days.length)}</Button>
          <input type="hidden" name="draft" value={draftId} />
          {due && <input type="hidden" name={shownDueField} value={due.shown} />}
        </form>
      )}
      <p>
        <a href={planPath}>{words.back}</a>
      </p>
    </section>
  )
}

type OthersProps = NonNullable<ShownChoice['changing']> & { keep: string; clinic: ClinicFacts }

const Others = ({ planDay, days, keep, clinic }: OthersProps) => (
  <div className="plan-others" role="group" aria-label={words.others(planDay)}>
    {days.length === 0 && <p>{words.noOthers(clinic)}</p>}
    {days.map(({ day, name, times }) => (
      <div key={day}>
        <p>
          <b>{name}</b>
        </p>
        <ul className="slots">
          {times.map(({ clock, query }) => (
            <li key={clock}>
              <a className="slot" href={`${planPath}${query}#day-${planDay}`} aria-label={`${name}, ${clock}`}>
                {clock}
              </a>
            </li>
          ))}
        </ul>
      </div>
    ))}
    <p>
      <a href={`${planPath}${keep}#day-${planDay}`}>{words.keep}</a>
    </p>
  </div>
)
