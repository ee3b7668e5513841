import { NoBreak } from '#app/ui/site/no-break.tsx'
import type { AppointmentState } from '#app/domain/booking/appointment.ts'
import type { DraftObstacle } from '#app/domain/booking/draft-obstacle.ts'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { appointmentHeading } from './appointment-heading.ts'
import { bookingPage, widget as words } from '#content/pages/booking.ts'
import type { Facts } from '#content/pages/page.ts'

type End =
  | { state: AppointmentState; href: string; when: string; where: string }
  | { obstacle: DraftObstacle; href: string }
  | keyof typeof without

/** Why there are no times to choose from, and where to go instead. */
const without = {
  'no-draft': { text: words.draftGone, link: words.draftGoneLink, href: '/booking' },
  locked: { text: words.locked, link: bookingPage.draft.continue, href: '/booking/resume' },
  hosted: { text: words.hosted, link: words.hostedLink, href: '/booking/time' },
  'other-draft': { text: words.otherDraft, link: words.otherDraftLink, href: '/booking/time' },
}

const inTheWay = (obstacle: DraftObstacle, clinic: Facts) =>
  obstacle === 'not-offered'
    ? { text: words.notAvailable(clinic), link: words.otherService }
    : { text: bookingPage.incomplete, link: words.otherDraftLink }

/** Once there is an appointment, or no draft to go on with. The links leave the frame; a script follows them by itself. */
export function WidgetEnd({ end, clinic }: { end: End; clinic: Facts }) {
  if (typeof end === 'string' || 'obstacle' in end) {
    const { text, link, href } = typeof end === 'string' ? without[end] : { ...inTheWay(end.obstacle, clinic), ...end }
    return (
      <div className="wrap body stack">
        <Note kind="warn">{text}</Note>
        <section>
          <ButtonLink href={href} target="_top">
            {link}
          </ButtonLink>
        </section>
      </div>
    )
  }
  return (
    <div className="wrap body stack">
      <Note kind="success">{end.state === 'requested' ? words.asked : words.done}</Note>
      <p>
        <strong>
          <NoBreak text={end.when} />
        </strong>
        <br />
        {end.where}
      </p>
      <section>
        <ButtonLink href={end.href} target="_top" data-go-top={appointmentHeading}>
          {words.seeIt}
        </ButtonLink>
      </section>
    </div>
  )
}
