import { bookingPage } from '#content/pages/booking.ts'

/** Erases the draft of this browser. */
export const StartOver = () => (
  <form method="post" action="/booking">
    <button type="submit" className="btn-text" name="intent" value="start-over">
      {bookingPage.draft.startOver}
    </button>
  </form>
)
