import { fromSunday } from '#app/domain/clinic/clinic.ts'
import { NoBreak } from '#app/ui/site/no-break.tsx'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import type { Content } from '#app/domain/content/content-record.ts'
import { toClosure, describeClosure } from '#app/domain/clinic/closures.ts'
import { directionsOrTownUrl } from '#app/domain/clinic/confirmed-links.ts'
import { MoreLink } from '#app/ui/primitives/button.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { EmailLink, PhoneLink } from '#app/ui/site/contact-links.tsx'
import { addressLine } from '#content/site.ts'

type Props = { page: Content<'contact'>; clinic: ClinicFacts }

export function Hours({ page, clinic }: Props) {
  const { id, heading, today: todayLabel, note, closedToo } = page.hours
  const weekday = new Date(`${clinic.day}T12:00Z`).getUTCDay()
  const holidays = clinic.holidays.map(toClosure).map((one) => ({ ...one, text: describeClosure(one, clinic.day) }))
  const closed = [...clinic.closures, ...holidays].toSorted((one, other) => (one.firstDay < other.firstDay ? -1 : 1))
  return (
    <section id={id} aria-labelledby="hours-heading">
      <h2 id="hours-heading">{heading}</h2>
      <table className="hours">
        <caption>
          <NoBreak text={todayLine(clinic)} />
        </caption>
        <tbody>
          {fromSunday(clinic.week).map(({ day, name, text }, index) => {
            const isToday = index === weekday
            return (
              <tr key={day} className={isToday ? 'hours-today' : undefined}>
                <th scope="row">
                  {name}
                  {isToday && <small> {todayLabel}</small>}
                </th>
                <td className="num">
                  <NoBreak text={isToday ? todayHours(clinic) : text} />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {closed.length > 0 && (
        <>
          <h3>{closedToo}</h3>
          <ul>
            {closed.slice(0, mostClosures).map(({ id: key, text, reason }) => (
              <li key={key}>
                {text}
                {reason && (
                  <>
                    : <bdi>{reason}</bdi>
                  </>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="hint">{note}</p>
    </section>
  )
}

/** 'Open today: 9 am to 5 pm', 'Closed today. We open Monday at 9 am.' */
const todayLine = ({ today: { title, text, isOpen } }: ClinicFacts) =>
  isOpen ? `${title}: ${text}` : text ? `${title}. ${text}.` : title

/** Of the day itself, which can be a holiday. */
const todayHours = ({ today: { title, text, isOpen } }: ClinicFacts) => (isOpen && text ? text : title)

/** Later closures are too far away to matter. */
const mostClosures = 8

/** Folded, since most visitors need neither; a link to one of them opens it. */
export function Practical({ page, clinic }: Props) {
  const { parking, waysToPay } = page
  return (
    <div className="folds">
      <details>
        <summary>
          <h2>{parking.heading}</h2>
        </summary>
        <p id={parking.id}>{clinic.parking.text}</p>
      </details>
      <details>
        <summary>
          <h2>{waysToPay.heading}</h2>
        </summary>
        <div id={waysToPay.id}>
          <ul>
            {clinic.waysToPay.list.map((way) => (
              <li key={way}>{way}</li>
            ))}
          </ul>
          <p>
            <a href={waysToPay.link.href}>{waysToPay.link.text}</a>
          </p>
        </div>
      </details>
    </div>
  )
}

/** What most visitors come for. */
export function Reach({ page, clinic }: Props) {
  const { reach } = page
  return (
    <div className="wrap reach">
      <div>
        <h2>{reach.call}</h2>
        <p className="reach-phone">
          <PhoneLink phone={clinic.phone} />
        </p>
        <p className="muted">
          <NoBreak text={todayLine(clinic)} />
        </p>
      </div>
      <div>
        <h2>{reach.message}</h2>
        <p>
          <a href={clinic.messagingApp.url}>{reach.messageLink}</a>
        </p>
        <p>
          <EmailLink address={clinic.emails.general} />
        </p>
        <p>
          <EmailLink address={clinic.emails.booking} />
        </p>
      </div>
      <div>
        <h2>{reach.visit}</h2>
        <p>{addressLine(clinic) || `${clinic.city}, ${clinic.region}`}</p>
        {!clinic.street && <p className="muted">{reach.noStreet}</p>}
        <MoreLink href={directionsOrTownUrl(clinic)}>{reach.directions}</MoreLink>
      </div>
    </div>
  )
}

export function Urgent({ page, emergency }: Pick<Props, 'page'> & { emergency: string }) {
  const { heading, text } = page.urgent
  return (
    <section aria-labelledby="urgent">
      <Note kind="warn">
        <h2 className="vh" id="urgent">
          {heading}
        </h2>
        <p>
          <b>{emergency}</b> {text}
        </p>
      </Note>
    </section>
  )
}
