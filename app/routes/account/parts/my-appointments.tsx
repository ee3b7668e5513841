import { NoBreak } from '#app/ui/site/no-break.tsx'
import { MoreLink } from '#app/ui/primitives/button.tsx'
import type { Content } from '#app/domain/content/content-record.ts'

export type ShownAppointment = {
  /** 'Tuesday, May 5, 2026, 10:30 am to 11:30 am (Central Time)'. */
  when: string
  /** Left out where it is plain from the list. */
  state: string | undefined
  /** Left out for old appointments, whose page is gone. */
  path: string | undefined
}

type MyAppointmentsProps = {
  texts: Content<'profile'>['appointments']
  upcoming: ShownAppointment[]
  rest: ShownAppointment[]
}

/** Times only: what an appointment is for shows only in the dashboard. */
export function MyAppointments({ texts, upcoming, rest }: MyAppointmentsProps) {
  return (
    <>
      {upcoming.length > 0 ? <AppointmentList appointments={upcoming} /> : <p>{texts.none}</p>}
      {upcoming.length === 0 && (
        <p>
          <MoreLink href={texts.book.href}>{texts.book.text}</MoreLink>
        </p>
      )}
      {rest.length > 0 && (
        <details>
          <summary>{texts.rest}</summary>
          <AppointmentList appointments={rest} />
        </details>
      )}
    </>
  )
}

const AppointmentList = ({ appointments }: { appointments: ShownAppointment[] }) => (
  <ul className="rows">
    {appointments.map(({ when, state, path }, index) => (
      <li key={index}>
        {path ? (
          <a className="num" href={path}>
            <NoBreak text={when} />
          </a>
        ) : (
          <span className="num">
            <NoBreak text={when} />
          </span>
        )}
        {state && <span className="hint">{state}</span>}
      </li>
    ))}
  </ul>
)
