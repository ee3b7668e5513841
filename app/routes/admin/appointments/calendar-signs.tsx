import type { AppointmentState } from '#app/domain/booking/appointment.ts'
import { adminCalendar, appointmentStates } from '#content/pages/admin-appointments.ts'

type State = AppointmentState | 'late'

const shapes: Record<State, string> = {
  requested: 'M20.5 12a8.5 8.5 0 1 1-17 0 8.5 8.5 0 0 1 17 0M9.7 9.5a2.4 2.4 0 1 1 3.3 2.3c-.7.3-1 .8-1 1.7M12 16.5v.1',
  confirmed: 'm5 12.5 4.5 4.5L19 7.5',
  arrived: 'M6 20.5V4.5h9v16M4 20.5h16M12 12.5v.1M18 8v12.5',
  'in-session': 'M20.5 12a8.5 8.5 0 1 1-17 0 8.5 8.5 0 0 1 17 0M12 3.5v17M12 8h7M12 12h8.5M12 16h7',
  completed: 'm2.5 12.5 4 4 8.5-9M10.5 15.2l1.5 1.3 9-9.5',
  'no-show': 'M20.5 12a8.5 8.5 0 1 1-17 0 8.5 8.5 0 0 1 17 0M6 6l12 12',
  late: 'M12 4 2.8 19.5h18.4zM12 10v4.5M12 17v.1',
  cancelled: 'm6 6 12 12M18 6 6 18',
  declined: 'm6 6 12 12M18 6 6 18',
}

/** Beside its word, except where the column is too narrow for words: there the legend says what it means. */
export const Sign = ({ state }: { state: State }) => (
  <svg className="ic sign" viewBox="0 0 24 24" aria-hidden="true">
    <path d={shapes[state]} />
  </svg>
)

export const SignLegend = () => (
  <section className="cal-legend">
    <h2>{adminCalendar.signs}</h2>
    <ul>
      {Object.entries({ ...appointmentStates, late: adminCalendar.late }).map(
        ([state, text]) =>
          state !== 'declined' && (
            <li key={state}>
              <Sign state={state as State} />
              {text}
            </li>
          ),
      )}
    </ul>
  </section>
)
