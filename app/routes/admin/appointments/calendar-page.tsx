import { Form, Link } from 'react-router'
import { Fragment } from 'react'
import type { AppointmentRow } from '#app/ui/admin/appointment-rows.ts'
import { AppointmentTable } from '#app/ui/admin/appointment-table.tsx'
import { FilterLinks } from '#app/ui/admin/filter-links.tsx'
import { Fold } from '#app/ui/admin/fold.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { adminCalendar as words } from '#content/pages/admin-appointments.ts'
import { BlockText, BlockList } from './block-list.tsx'
import { BlockTimeForm } from './block-time-form.tsx'
import { CalendarTable } from './calendar-table.tsx'
import type { CalendarView } from './calendar.tsx'

export type CalendarPageProps = CalendarView & {
  /** Appointments that overlap with the block. */
  overlapping: AppointmentRow[] | undefined
}

/** On paper and on narrow screens the days are lists; beside the table they are hidden. */
export function CalendarPage(page: CalendarPageProps) {
  const { span, title, requests, days, grid, address } = page
  return (
    <div className="stack">
      <Tools {...page} />
      {requests.length > 0 && (
        <section className="screen" aria-labelledby="requests">
          <h2 id="requests">{words.requests}</h2>
          <AppointmentTable appointments={requests} />
        </section>
      )}
      <section aria-labelledby="days">
        <div className="adm-top">
          <h2 id="days" tabIndex={-1}>
            {title}
          </h2>
          <nav className="row screen" aria-label={words.further}>
            <Link className="btn btn-line btn-s" rel="prev" to={`${page.earlier}#days`}>
              {words.earlier}
            </Link>
            <Link className="btn btn-line btn-s" to={`/admin/appointments?view=${span}#days`}>
              {words.today}
            </Link>
            <Link className="btn btn-line btn-s" rel="next" to={`${page.later}#days`}>
              {words.later}
            </Link>
          </nav>
        </div>
        {grid && <CalendarTable title={title} grid={grid} wide={span === 'day'} />}
        <div className={grid ? 'stack days' : 'stack'}>
          {days.length === 0 && <p className="muted">{words.nothing}</p>}
          {days.map((day) =>
            span === 'day' ? (
              <DayList key={day.key} day={day} />
            ) : (
              <section key={day.key} aria-labelledby={`day-${day.key}`}>
                <h3 id={`day-${day.key}`}>{day.name}</h3>
                <DayList day={day} />
              </section>
            ),
          )}
        </div>
      </section>
      {span === 'day' && <p className="hint screen">{words.print}</p>}
      {page.blocks.length > 0 && <BlockList blocks={page.blocks} address={address} />}
      <BlockTimeForm {...page} />
      <CalendarFeed url={page.feedUrl} address={address} />
    </div>
  )
}

const Tools = ({ span, views, first }: CalendarPageProps) => (
  <div className="screen stack">
    <FilterLinks label={words.views.label} filters={views} />
    <Form className="adm-bar" action="/admin/appointments#days" aria-label={words.goTo.form}>
      <input type="hidden" name="view" value={span} />
      <Field label={words.goTo.label} name="day" type="date" defaultValue={first} />
      <Button kind="line">{words.goTo.button}</Button>
    </Form>
  </div>
)

const DayList = ({ day: { hours, appointments, blocks } }: { day: CalendarView['days'][number] }) => (
  <>
    <p className="hint">{hours}</p>
    {blocks.length > 0 && (
      <p className="num">
        {blocks.map((row) => (
          <Fragment key={row.id}>
            <BlockText row={row} />
            <br />
          </Fragment>
        ))}
      </p>
    )}
    {appointments.length > 0 ? (
      <AppointmentTable appointments={appointments} />
    ) : (
      <p className="muted">{words.nothing}</p>
    )}
  </>
)

function CalendarFeed({ url, address }: { url: string; address: string }) {
  return (
    <Fold summary={words.feed.heading} className="screen">
      <ActionForm action={address}>
        <p>{words.feed.text}</p>
        <p>
          <code>{url}</code>
        </p>
        <IntentButton intent="renew-feed" text={words.feed.renew} kind="text" />
      </ActionForm>
    </Fold>
  )
}
