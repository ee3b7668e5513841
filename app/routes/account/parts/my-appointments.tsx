import { NoBreak } from '#app/ui/site/no-break.tsx'
import { MoreLink } from '#app/ui/primitives/button.tsx'
import { profilePage } from '#content/pages/profile.ts'

export type ShownAppointment = {
  /** 'Tuesday, May 5, 2026, 10:30 am to 11:30 am (Central Time)'. */
  when: string
  /** What became of it, where that is not plain. */
  state: string | undefined
  /** To its page; none once that is too long ago. */
  path: string | undefined
}

const words = profilePage.appointments

/** When they come and came. What for, no page but the clinic's own says. */
export function MyAppointments({ ahead, rest }: { ahead: ShownAppointment[]; rest: ShownAppointment[] }) {
  return (
    <>
      {ahead.length > 0 ? <Visits visits={ahead} /> : <p>{words.none}</p>}
      {ahead.length === 0 && (
        <p>
          <MoreLink href="/booking">{words.book}</MoreLink>
        </p>
      )}
      {rest.length > 0 && (
        <details>
          <summary>{words.rest}</summary>
          <Visits visits={rest} />
        </details>
      )}
    </>
  )
}

const Visits = ({ visits }: { visits: ShownAppointment[] }) => (
  <ul className="rows">
    {visits.map(({ when, state, path }, index) => (
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
