import { NoBreak } from '#app/ui/site/no-break.tsx'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { toClosure, describeClosure } from '#app/domain/clinic/closures.ts'
import { Note } from '#app/ui/primitives/note.tsx'
import { EmailLink, PhoneLink } from '#app/ui/site/contact-links.tsx'
import { contactPage } from '#content/pages/contact.ts'

export function Hours({ clinic }: { clinic: ClinicFacts }) {
  const { id, heading, note, closedToo } = contactPage.hours
  const today = Temporal.PlainDate.from(clinic.day)
  const holidays = clinic.holidays.map(toClosure).map((one) => ({ ...one, text: describeClosure(one, today) }))
  const closed = [...clinic.closures, ...holidays].toSorted((one, other) => (one.firstDay < other.firstDay ? -1 : 1))
  return (
    <section id={id} aria-labelledby="hours-heading">
      <h2 id="hours-heading">{heading}</h2>
      <table className="hours">
        <caption>
          <NoBreak text={todayLine(clinic)} />
        </caption>
        <tbody>
          {clinic.week.map(({ day, name, text }) => (
            <tr key={day}>
              <th scope="row">{name}</th>
              <td className="num">
                <NoBreak text={text} />
              </td>
            </tr>
          ))}
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

/** Later closures are too far away to matter. */
const mostClosures = 8

export function Practical({ clinic }: { clinic: ClinicFacts }) {
  const { parking, waysToPay } = contactPage
  return (
    <>
      <section id={parking.id} aria-labelledby="parking-heading">
        <h2 id="parking-heading">{parking.heading}</h2>
        <p>{clinic.parking.text}</p>
      </section>
      <section id={waysToPay.id} aria-labelledby="pay-heading">
        <h2 id="pay-heading">{waysToPay.heading}</h2>
        <ul>
          {clinic.waysToPay.list.map((way) => (
            <li key={way}>{way}</li>
          ))}
        </ul>
        <p>
          <a href={waysToPay.link.href}>{waysToPay.link.text}</a>
        </p>
      </section>
    </>
  )
}

export function Reach({ clinic }: { clinic: ClinicFacts }) {
  const { heading, phone, message, messageLink, email } = contactPage.reach
  return (
    <section aria-labelledby="reach">
      <h2 className="vh" id="reach">
        {heading}
      </h2>
      <dl className="dl reach">
        <dt>{phone}</dt>
        <dd>
          <PhoneLink phone={clinic.phone} />
        </dd>
        <dt>{message}</dt>
        <dd>
          <a href={clinic.messagingApp.url}>{messageLink(clinic)}</a>
        </dd>
        <dt>{email}</dt>
        <dd>
          <EmailLink address={clinic.emails.general} />
        </dd>
        <dd>
          <EmailLink address={clinic.emails.booking} />
        </dd>
      </dl>
    </section>
  )
}

export function Urgent() {
  const { heading, emergency, text } = contactPage.urgent
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
