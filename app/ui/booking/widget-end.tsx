import type { AppointmentState } from '#app/domain/booking/appointment.ts'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { widget as words } from '#content/pages/booking.ts'

/** Once there is an appointment, or no draft any more. The links leave the frame; a script follows them by itself. */
export function WidgetEnd({ end }: { end: { state: AppointmentState; href: string } | 'no-draft' }) {
  if (end === 'no-draft')
    return (
      <div className="wrap body stack">
        <Note kind="warn">{words.draftGone}</Note>
        <section>
          <ButtonLink href="/booking" target="_top">
            {words.draftGoneLink}
          </ButtonLink>
        </section>
      </div>
    )
  return (
    <div className="wrap body stack">
      <Note kind="success">{end.state === 'requested' ? words.asked : words.done}</Note>
      <section>
        <ButtonLink href={end.href} target="_top" data-go-top>
          {words.seeIt}
        </ButtonLink>
      </section>
    </div>
  )
}
