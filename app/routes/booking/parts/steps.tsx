import { Icon } from '#app/ui/primitives/icon.tsx'
import type { PageSite } from '#app/ui/site/page-head.tsx'
import { bookingPage, nextSteps } from '#content/pages/booking.ts'

/** How far a booking is: done steps have a check, the current one is filled. */
export function Steps({ at }: { at: number }) {
  return (
    <ol className="steps">
      {bookingPage.steps.map((step, index) => (
        <li key={step} className={index < at ? 'done' : undefined} aria-current={index === at ? 'step' : undefined}>
          <i aria-hidden="true">{index < at ? <Icon name="check" small /> : index + 1}</i>
          {step}
        </li>
      ))}
    </ol>
  )
}

export function NextSteps({ site }: { site: PageSite }) {
  return (
    <section>
      <h2 className="h3">{bookingPage.next.heading}</h2>
      <ol className="ticks">
        {nextSteps(site).map((step, index) => (
          <li key={step}>
            <span className="n num" aria-hidden="true">
              {index + 1}
            </span>
            <span>{step}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
