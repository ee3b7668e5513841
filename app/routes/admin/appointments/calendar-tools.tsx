import { Form, Link } from 'react-router'
import { Icon } from '#app/ui/primitives/icon.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { adminCalendar as words } from '#content/pages/admin-appointments.ts'
import type { CalendarView } from './calendar.tsx'

/** Leads to other days and views. */
export const CalendarTools = ({ view, views, first, earlier, later, today, address }: CalendarView) => (
  <div className="row cal-tools screen">
    <Form className="cal-go" action="/admin/appointments" aria-label={words.goTo.form}>
      <input type="hidden" name="view" value={view} />
      <Field key={first} label={words.goTo.label} name="day" type="date" defaultValue={first} />
      <Button kind="line" small>
        {words.goTo.button}
      </Button>
    </Form>
    <nav className="row" aria-label={words.further}>
      <Link className="btn btn-line btn-s cal-prev" rel="prev" to={earlier} aria-label={words.earlier}>
        <Icon name="down" />
      </Link>
      <Link className="btn btn-line btn-s" to={today}>
        {words.today}
      </Link>
      <Link className="btn btn-line btn-s cal-next" rel="next" to={later} aria-label={words.later}>
        <Icon name="down" />
      </Link>
    </nav>
    <nav className="cal-views" aria-label={words.views.label}>
      {views.map(({ view: other, text, href, current }) => (
        <Link key={other} className="tap" to={href} data-view={other} aria-current={current ? 'page' : undefined}>
          {text}
        </Link>
      ))}
    </nav>
    <Link className="btn btn-line btn-s" to={`${address}#block`}>
      {words.block.heading}
    </Link>
  </div>
)
