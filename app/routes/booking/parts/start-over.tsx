import { bookingPage } from '#content/pages/booking.ts'

/** Erases what was typed in this browser, whoever typed it. */
export const StartOver = () => (
  <form method="post" action="/booking">
    <button type="submit" className="btn-text" name="intent" value="start-over">
      {bookingPage.draft.startOver}
    </button>
  </form>
)
