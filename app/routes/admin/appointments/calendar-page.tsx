import { Fragment } from 'react'
import { Link } from 'react-router'
import type { AppointmentRow } from '#app/ui/admin/appointment-rows.ts'
import { AppointmentTable } from '#app/ui/admin/appointment-table.tsx'
import { Fold } from '#app/ui/admin/fold.tsx'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { adminCalendar as words } from '#content/pages/admin-appointments.ts'
import { AppointmentDrawer } from './appointment-drawer.tsx'
import { BlockList, BlockText } from './block-list.tsx'
import { BlockTimeForm } from './block-time-form.tsx'
import { CalendarFilters } from './calendar-filters.tsx'
import { CalendarBoard } from './calendar-board.tsx'
import { DayStrip, MiniMonth, MonthTable } from './calendar-month.tsx'
import { SignLegend } from './calendar-signs.tsx'
import type { CalendarView } from './calendar.tsx'

export type CalendarPageProps = CalendarView & {
  /** Appointments that overlap with the block. */
  overlapping: AppointmentRow[] | undefined
}

/** Beside the grid, from a wide screen on, a month and the filters; on others the filters are above it. */
export function CalendarPage(page: CalendarPageProps) {
  const { view, title, requests, days, grid, month, address } = page
  return (
    <div className="cal-page">
      <aside className="cal-side screen" aria-label={words.filters.heading}>
        <MiniMonth month={page.miniature} />
        <CalendarFilters filters={page.filters} />
        {page.waitlist.count > 0 && <Waiting {...page.waitlist} />}
        <SignLegend />
      </aside>
      <div className="stack" id="days" tabIndex={-1}>
        <FormOutcome form={page.form} />
        {view === 'day' && <DayStrip month={page.miniature} />}
        {grid && <CalendarBoard grid={grid} />}
        {month && <MonthTable month={month} />}
        {days.length > 0 && (
          <div className={view === 'day' ? 'stack cal-sheet' : 'stack'}>
            {days.map((day) => (
              <section key={day.key} aria-labelledby={`list-${day.key}`}>
                <h2 id={`list-${day.key}`} className={day.name === title ? 'vh' : undefined}>
                  {day.name}
                </h2>
                <DayList day={day} />
              </section>
            ))}
          </div>
        )}
        {!grid && days.length === 0 && <p className="muted">{words.nothing}</p>}
        {view === 'day' && <p className="hint screen">{words.print}</p>}
        {requests.length > 0 && (
          <section className="screen" aria-labelledby="requests">
            <h2 id="requests">{words.requests}</h2>
            <AppointmentTable appointments={requests} />
          </section>
        )}
        {page.blocks.length > 0 && <BlockList blocks={page.blocks} address={address} />}
        <BlockTimeForm {...page} />
        {page.feedUrl && <CalendarFeed url={page.feedUrl} address={address} />}
      </div>
      {/* In an element that is always there, as in the grid. */}
      <div className="cal-beside">{grid && <AppointmentDrawer grid={grid} missing={page.missing} />}</div>
    </div>
  )
}

const Waiting = ({ count, first }: CalendarView['waitlist']) => (
  <section className="cal-waiting" aria-labelledby="waitlist">
    <h2 id="waitlist">
      <Link to="/admin/waitlist">{words.waitlist.heading(count)}</Link>
    </h2>
    <ul>
      {first.map(({ id, name, until }) => (
        <li key={id} dir="auto">
          {name}
          {until && <span className="hint"> {words.waitlist.until(until)}</span>}
        </li>
      ))}
    </ul>
  </section>
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
