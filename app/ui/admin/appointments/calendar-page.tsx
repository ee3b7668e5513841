import { Fragment } from 'react'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { Fold } from '#app/ui/admin/fold.tsx'
import { FilterLinks } from '#app/ui/admin/filter-links.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { adminCalendar as words } from '#content/pages/admin-appointments.ts'
import { CalendarTable } from './calendar-table.tsx'
import { type CalendarDay, type Grid, type BlockRow, type Span, spans, type AppointmentRow } from './calendar-view.ts'
import { BlockTimeForm } from './block-time-form.tsx'
import { BlockText, BlockList } from './block-list.tsx'
import { AppointmentTable } from './appointment-table.tsx'

export type CalendarPageData = {
  span: Span
  title: string
  address: string
  first: string
  earlier: string
  later: string
  spans: Record<Span, string>
  requests: AppointmentRow[]
  days: CalendarDay[]
  grid?: Grid
  blocks: BlockRow[]
  /** Staff and rooms that time can be blocked for. */
  choices: { value: string; name: string }[]
  form: FormState
  /** Appointments that overlap with the block. */
  overlapping?: AppointmentRow[]
  feedUrl: string
}

/** On paper and on narrow screens the days are lists; beside the table they are hidden. */
export function CalendarPage(page: CalendarPageData) {
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
            <a className="btn btn-line btn-s" rel="prev" href={`${page.earlier}#days`}>
              {words.earlier}
            </a>
            <a className="btn btn-line btn-s" href={`/admin/appointments?view=${span}#days`}>
              {words.today}
            </a>
            <a className="btn btn-line btn-s" rel="next" href={`${page.later}#days`}>
              {words.later}
            </a>
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

const Tools = ({ span, spans: hrefs, first }: CalendarPageData) => (
  <div className="screen stack">
    <FilterLinks
      label={words.views.label}
      filters={spans.map((view) => ({ text: words.views[view], href: hrefs[view], current: view === span }))}
    />
    <form className="adm-bar" action="/admin/appointments#days" aria-label={words.goTo.form}>
      <input type="hidden" name="view" value={span} />
      <Field label={words.goTo.label} name="day" type="date" defaultValue={first} />
      <Button kind="line">{words.goTo.button}</Button>
    </form>
  </div>
)

const DayList = ({ day: { hours, appointments, blocks } }: { day: CalendarDay }) => (
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
      <form method="post" action={address}>
        <p>{words.feed.text}</p>
        <p>
          <code>{url}</code>
        </p>
        <button type="submit" className="btn-text" name="intent" value="renew-feed">
          {words.feed.renew}
        </button>
      </form>
    </Fold>
  )
}
