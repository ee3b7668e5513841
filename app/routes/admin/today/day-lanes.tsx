import { Link } from 'react-router'
import { dayPosition } from '#app/ui/admin/day-position.ts'
import { laneClass } from '#app/ui/admin/lane-class.ts'
import { dayLanes as words } from './words.ts'
import type { Lanes } from './day-lanes.server.ts'
import { placeClass } from './place.ts'
import { Sign } from './sign.tsx'

/** A list for each practitioner, drawn along the hours of the day; phones have only the list of who comes next. */
export function DayLanes({ lanes: view }: { lanes: Lanes }) {
  return (
    <section className="panel day" aria-labelledby="the-day">
      <div className="ends part-top">
        <h2 id="the-day">{words.heading}</h2>
        <Link to="/admin/appointments?view=day">{words.open}</Link>
      </div>
      <div className={`lanes ${dayPosition({ hour: 0, minute: 0, hours: view.count, minutes: 0 })}`}>
        <div className="lane-hours num" aria-hidden="true">
          {view.hours.map((hour, index) => (
            <span key={hour} className={dayPosition({ hour: index, minute: 0, hours: 1, minutes: 0 })}>
              {hour}
            </span>
          ))}
          {view.now && <b className={`lane-now ${placeClass(view.now)}`}>{view.now.text}</b>}
        </div>
        {view.lanes.map(({ key, name, initials, tone, lanes, items }) => (
          <section key={key} className={`lane tone-${tone}`} aria-labelledby={`lane-${key}`}>
            <h3 id={`lane-${key}`}>
              {initials && (
                <span className="circle disc" aria-hidden="true">
                  {initials}
                </span>
              )}
              {name}
            </h3>
            <ol className={laneClass({ lane: 0, lanes })}>
              {items.map((item) => (
                <Item key={item.key} item={item} />
              ))}
              {view.now && <li className={`lane-line ${placeClass(view.now)}`} aria-hidden="true" />}
            </ol>
          </section>
        ))}
      </div>
    </section>
  )
}

function Item({ item }: { item: Lanes['lanes'][number]['items'][number] }) {
  const place = item.place && placeClass(item.place)
  const time = <span className="vh">{item.time}: </span>
  if (item.kind !== 'appointment')
    return (
      <li className={`${item.kind} ${place}`}>
        {time}
        <span>{item.text}</span>
      </li>
    )
  return (
    <li className={`ev is-${item.sign.kind} ${place}${laneClass(item)}`}>
      <Link to={item.href}>
        {time}
        <b>{item.text}</b>
        <span>{item.service}</span>
        <Sign sign={item.sign} />
      </Link>
    </li>
  )
}
