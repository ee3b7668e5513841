import '#app/ui/styles/plan-day-strip.css'
import { Link } from 'react-router'
import { PlanDays } from './plan-days.tsx'
import type { PlanView } from './plan-view.ts'
import { plansPage, planWords as words } from '#content/pages/admin-plans.ts'

/** A plan on its patient's record: what is done, and what is left. */
export const PlanCard = ({
  plan: { id, title, text, place, isPrepaid, needsAttention, progress, days },
}: {
  plan: PlanView
}) => (
  <section className="panel stack" aria-labelledby={`plan-${id}`}>
    <div className="row">
      <h2 id={`plan-${id}`}>
        <Link to={`/admin/plans/${id}`}>{title}</Link>
      </h2>
      {isPrepaid && <span className="tag">{plansPage.prepaid}</span>}
      {needsAttention && <span className="tag tag-late">{plansPage.attention(progress.missed)}</span>}
    </div>
    <p className="hint num">
      {text}
      {place && `. ${words.with(place)}`}
    </p>
    <PlanDays days={days} />
  </section>
)
