import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import type { Content } from '#app/domain/content/content-record.ts'
import { bookingPage } from '#content/pages/booking.ts'

/** Erases the draft of this browser; in any form. */
export const StartOverButton = () => (
  <IntentButton intent="start-over" text={bookingPage.draft.startOver} kind="text" formAction="/booking" />
)

/** Shows nothing of the draft, because another visitor may see it. */
export function ContinueDraft({ words: { heading, text } }: { words: Content<'booking'>['draft'] }) {
  return (
    <div className="panel">
      <h2 className="h3">{heading}</h2>
      <div className="stack">
        <p>{text}</p>
        <section className="row">
          <ButtonLink href="/booking/resume">{bookingPage.draft.continue}</ButtonLink>
          <form method="post" action="/booking">
            <StartOverButton />
          </form>
        </section>
      </div>
    </div>
  )
}
