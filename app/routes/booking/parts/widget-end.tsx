import { useEffect } from 'react'
import { NoBreak } from '#app/ui/site/no-break.tsx'
import type { AppointmentState } from '#app/domain/booking/appointment.ts'
import type { DraftObstacle } from '#app/domain/booking/draft-obstacle.ts'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { appointmentHeading } from './appointment-heading.ts'
import { bookingPayment } from '#content/booking-payments.ts'
import { bookingPage, widget as words } from '#content/pages/booking.ts'
import type { Facts } from '#content/pages/page.ts'

type Booked = {
  state: AppointmentState | 'held'
  /** A request that holds no time. */
  isUnheld: boolean
  mailed: boolean
  href: string
  when: string
  where: string
}

type End =
  | Booked
  /** `href`: the form, where the draft is edited. */
  | { reason: DraftObstacle; href: string }
  | { reason: 'no-draft' | 'locked' | 'hosted' | 'other-draft'; href?: undefined }

const reasons = (clinic: Facts) => ({
  'not-offered': { text: words.notAvailable(clinic), link: words.otherService, href: '/booking' },
  incomplete: { text: bookingPage.incomplete, link: words.otherDraftLink, href: '/booking' },
  'no-draft': { text: words.draftGone, link: words.draftGoneLink, href: '/booking' },
  locked: { text: words.locked, link: bookingPage.draft.continue, href: '/booking/resume' },
  hosted: { text: words.hosted, link: words.hostedLink, href: '/booking/time' },
  'other-draft': { text: words.otherDraft, link: words.otherDraftLink, href: '/booking/time' },
})

/** The end of the widget: an appointment, or why no time can be chosen. Links leave the frame. */
export function WidgetEnd({ end, clinic }: { end: End; clinic: Facts }) {
  if ('state' in end) return <Booked {...end} />
  const { text, link, href } = reasons(clinic)[end.reason]
  return (
    <div className="wrap body stack">
      <Note kind="warn">{text}</Note>
      <section>
        <ButtonLink href={end.href ?? href} target="_top">
          {link}
        </ButtonLink>
      </section>
    </div>
  )
}

/** Without scripts its link is pressed. */
function Booked({ state, isUnheld, mailed, href, when, where }: Booked) {
  useEffect(() => {
    const { location } = top ?? window
    location.replace(state === 'held' ? href : `${href}#${appointmentHeading}`)
  }, [state, href])
  const asked = isUnheld ? words.askedUnheld(mailed) : words.asked
  const said = state === 'held' ? bookingPayment.booked : state === 'requested' ? asked : words.done
  return (
    <div className="wrap body stack">
      <Note kind="success">{said}</Note>
      <p>
        <strong>
          <NoBreak text={when} />
        </strong>
        <br />
        {where}
      </p>
      <section>
        <ButtonLink href={href} target="_top">
          {state === 'held' ? bookingPayment.toPayment : words.seeIt}
        </ButtonLink>
      </section>
    </div>
  )
}
