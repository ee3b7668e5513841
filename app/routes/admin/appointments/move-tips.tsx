import { adminCalendar } from '#content/pages/admin-appointments.ts'
import type { Lift } from './calendar-moves.ts'

const words = adminCalendar.moving

/** What is being moved, and by which keys. */
export const MoveTips = ({ lift }: { lift: Lift | undefined }) => (
  <div className="cal-tips">
    {lift && (
      <p>
        <b>
          {words.name} <bdi>{lift.entry.name}</bdi>
        </b>
        {words.keys.map(([keys, text]) => (
          <span key={keys}>
            <kbd>{keys}</kbd> {text}
          </span>
        ))}
      </p>
    )}
  </div>
)
