import { planPage as words } from '#content/pages/booking.ts'

type ShownPlan = { id: string; title: string; description: string; price: string }

type ChoosePlanProps = {
  service: { id: string; title: string }
  plans: readonly ShownPlan[]
  chosen: ShownPlan | undefined
}

/** Above the form, whose fields a link would lose. */
export function ChoosePlan({ service, plans, chosen }: ChoosePlanProps) {
  if (chosen)
    return (
      <section className="free" aria-labelledby="plan">
        <p className="hint">{words.offer}</p>
        <h2 id="plan">{chosen.title}</h2>
        <p>{chosen.description}</p>
        <p>
          <b>{chosen.price}</b>
        </p>
        <p>
          <a href={`/booking/${service.id}`}>{words.single}</a>
        </p>
      </section>
    )
  return (
    <p>
      {words.offer}:{' '}
      {plans.map(({ id, title }, index) => (
        <span key={id}>
          {index > 0 && ' · '}
          <a href={`/booking/${service.id}?plan=${id}`}>{title}</a>
        </span>
      ))}
    </p>
  )
}
