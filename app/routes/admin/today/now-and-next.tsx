import { Link } from 'react-router'
import { PhoneLink } from '#app/ui/admin/phone-link.tsx'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { nowAndNext as words } from './words.ts'
import { admin } from '#content/pages/admin.ts'
import type { DayRow } from './day-view.server.ts'
import { FormDue, Sign } from './sign.tsx'
import { StepForm } from './step-form.tsx'

type NowAndNextProps = { rows: DayRow[]; more: number; clock: string; zone: string; isDayEmpty: boolean }

/** Who is late, here or next, with the next step beside. */
export const NowAndNext = ({ rows, more, clock, zone, isDayEmpty }: NowAndNextProps) => (
  <section className="panel" aria-labelledby="now-and-next">
    <div className="ends part-top">
      <h2 id="now-and-next">{words.heading}</h2>
      <span className="hint num">{words.clock(zone, clock)}</span>
    </div>
    {rows.length === 0 && (
      <div className="empty">
        <p>{isDayEmpty ? words.none : words.allDone}</p>
        <ButtonLink kind="line" small to="/admin/appointments/new">
          {admin.newAppointment}
        </ButtonLink>
      </div>
    )}
    <ol className="agenda">
      {rows.map((row) => (
        <Row key={row.id} {...row} />
      ))}
    </ol>
    {more > 0 && (
      <p>
        <Link to="/admin/appointments?view=day">{words.more(more)}</Link>
      </p>
    )}
  </section>
)

const Row = ({ id, time, until, name, phone, service, plate, where, from, sign, formDue, steps }: DayRow) => (
  <li className={`is-${sign.kind}`}>
    <p className="num">
      <b>{time}</b> <span className="hint">{words.until(until)}</span>
    </p>
    <img src={plate} alt="" width={480} height={600} />
    <div className="who">
      <Link to={`/admin/appointments/${id}`}>
        <bdi>{name}</bdi>
      </Link>{' '}
      <Sign sign={sign} /> <FormDue text={formDue} />
      <p className="hint">
        {where ? words.serviceWith(service, where) : service}
        {phone && (
          <>
            {' · '}
            <PhoneLink phone={phone} />
          </>
        )}
      </p>
    </div>
    <StepForm id={id} name={name} from={from} steps={steps} />
  </li>
)
