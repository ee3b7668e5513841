import { outcomeId } from '#app/ui/forms/field-state.ts'
import { Button } from '#app/ui/primitives/button.tsx'
import { movePlanPage as words } from '#content/pages/appointment.ts'
import { type NumberedDay, ProposedDays } from './plan-proposals.tsx'

type MovedDaysProps = {
  path: string
  /** Of these days, and of the other proposals. */
  query: string
  others: string
  /** When the days are at present. */
  seen: string
  days: NumberedDay[]
}

/** The chosen days, before all are moved to them. */
export const MovedDays = ({ path, query, others, seen, days }: MovedDaysProps) => (
  <section className="panel" aria-labelledby="review">
    <h2 id="review">{words.review}</h2>
    <ProposedDays days={days} />
    <p className="hint">{words.held}</p>
    <form className="stack" method="post" action={`${path}${query}#${outcomeId}`}>
      <input type="hidden" name="seen" value={seen} />
      <Button pending={words.pending}>{words.button(days.length)}</Button>
    </form>
    <p>
      <a href={`${path}${others}`}>{words.other}</a>
    </p>
  </section>
)
