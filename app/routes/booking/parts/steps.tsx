import { Icon } from '#app/ui/primitives/icon.tsx'
import { bookingPage } from '#content/pages/booking.ts'

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
