import type { AppointmentState } from '#app/domain/booking/appointment.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { FilterLinks } from '#app/ui/admin/filter-links.tsx'
import { Pager } from '#app/ui/admin/pager.tsx'
import { PhoneLink } from '#app/ui/admin/phone-link.tsx'
import { fieldState, outcomeId } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { Button, ButtonLink } from '#app/ui/primitives/button.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { admin } from '#content/pages/admin.ts'
import { adminCalendar as words, visitStates } from '#content/pages/admin-appointments.ts'

export type VisitRow = {
  id: string
  time: string
  name: string
  phone: string
  service: string
  /** Empty while there are no names. */
  with: string
  state: AppointmentState
  isOff: boolean
}
export type KeptRow = { id: string; time: string; what: string; note?: string }
export type CalendarDay = { key: string; name: string; visits: VisitRow[]; kept: KeptRow[] }

export type CalendarPageData = {
  span: 'day' | 'week'
  /** Of this page, with its query. */
  address: string
  first: string
  earlier: string
  later: string
  spans: Record<'day' | 'week', string>
  requests: VisitRow[]
  days: CalendarDay[]
  /** Whom or what time can be kept for. */
  choices: { value: string; name: string }[]
  form: FormState
  /** Visits within the time that is to be kept. */
  inTheWay?: VisitRow[]
  feedUrl: string
}

export function CalendarPage(page: CalendarPageData) {
  const { span, earlier, later, spans, requests, days } = page
  return (
    <div className="stack">
      <div className="screen stack">
        <FilterLinks
          label={words.views.label}
          filters={(['day', 'week'] as const).map((view) => ({
            text: words.views[view],
            href: spans[view],
            current: view === span,
          }))}
        />
        <GoTo first={page.first} span={span} />
        <ButtonLink small href="/admin/appointments/new">
          {words.book}
        </ButtonLink>
      </div>
      {requests.length > 0 && (
        <section aria-labelledby="requests">
          <h2 id="requests">{words.requests}</h2>
          <Visits visits={requests} />
        </section>
      )}
      {days.map((day) => (
        <section key={day.key} aria-labelledby={`day-${day.key}`}>
          <h2 id={`day-${day.key}`}>{day.name}</h2>
          {day.visits.length > 0 ? <Visits visits={day.visits} /> : <p className="muted">{words.nothing}</p>}
          {day.kept.length > 0 && <Kept day={day} address={page.address} />}
        </section>
      ))}
      <div className="screen stack">
        <Pager
          label={words.further}
          earlier={{ text: words.earlier[span], href: earlier }}
          later={{ text: words.later[span], href: later }}
        />
        <p className="hint">{words.print}</p>
        <KeepTime {...page} />
        <Feed url={page.feedUrl} address={page.address} />
      </div>
    </div>
  )
}

function GoTo({ first, span }: Pick<CalendarPageData, 'first' | 'span'>) {
  return (
    <form className="adm-bar" action="/admin/appointments" aria-label={words.goTo.form}>
      <input type="hidden" name="view" value={span} />
      <Field label={words.goTo.label} name="day" type="date" defaultValue={first} />
      <Button kind="line">{words.goTo.button}</Button>
      <a href="/admin/appointments">{words.today}</a>
    </form>
  )
}

function Visits({ visits }: { visits: VisitRow[] }) {
  const { time, patient, service, phone } = words.columns
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">{time}</th>
          <th scope="col">{patient}</th>
          <th scope="col">{service}</th>
          <th scope="col">{phone}</th>
        </tr>
      </thead>
      <tbody>
        {visits.map((visit) => (
          <tr key={visit.id}>
            <td className="num">{visit.isOff ? <s>{visit.time}</s> : visit.time}</td>
            <td>
              <a className="leads" href={`/admin/appointments/${visit.id}`}>
                <bdi>{visit.name}</bdi>
              </a>{' '}
              {visit.state !== 'confirmed' && <span className="tag">{visitStates[visit.state]}</span>}
            </td>
            <td className="muted">{[visit.service, visit.with].filter(Boolean).join(', ')}</td>
            <td>
              <PhoneLink phone={visit.phone} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Kept({ day, address }: { day: CalendarDay; address: string }) {
  return (
    <ul className="adm-items" aria-label={words.kept}>
      {day.kept.map(({ id, time, what, note }) => (
        <li key={id}>
          <form method="post" action={address}>
            <p>
              <span className="num">{time}</span>, {words.kept}
              {what && <span className="hint"> {what}</span>}
              {note && (
                <>
                  <br />
                  <bdi className="hint">{note}</bdi>
                </>
              )}
            </p>
            <input type="hidden" name="block" value={id} />
            <button
              type="submit"
              className="btn-text screen"
              name="intent"
              value="give-back"
              aria-label={words.giveBackName(`${day.name}, ${time}`)}
            >
              {words.giveBack}
            </button>
          </form>
        </li>
      ))}
    </ul>
  )
}

function KeepTime({ form, inTheWay, choices, address, first }: CalendarPageData) {
  const { block } = words
  return (
    <section id="keep" data-swap aria-labelledby="keep-heading">
      <h2 id="keep-heading">{block.heading}</h2>
      <p className="hint">{block.hint}</p>
      <FormOutcome form={form} />
      <form method="post" action={`${address}#${outcomeId}`} noValidate data-enhance data-offline={admin.offline}>
        {inTheWay && <Visits visits={inTheWay} />}
        <div className="adm-times">
          <Field label={block.from} type="date" {...fieldOf(form, 'fromDay', first)} />
          <Field label={block.fromTime} type="time" optional {...fieldOf(form, 'fromTime')} />
        </div>
        <div className="adm-times">
          <Field label={block.until} type="date" optional hint={block.sameDay} {...fieldOf(form, 'untilDay')} />
          <Field label={block.untilTime} type="time" optional hint={block.wholeDay} {...fieldOf(form, 'untilTime')} />
        </div>
        <div className="field">
          <label htmlFor="what">{block.who}</label>
          <select className="in" id="what" name="what" defaultValue={form.values?.what ?? ''}>
            <option value="">{block.everyone}</option>
            {choices.map(({ value, name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </div>
        <Field label={block.note} optional dir="auto" {...fieldOf(form, 'note')} />
        <Button small name="intent" value="keep">
          {block.button}
        </Button>
        {inTheWay && (
          <Button kind="line" small name="intent" value="keep-anyway">
            {block.anyway}
          </Button>
        )}
      </form>
    </section>
  )
}

const fieldOf = (form: FormState, name: string, otherwise?: string) => {
  const state = fieldState(form, name)
  return { name, ...state, defaultValue: state.defaultValue ?? otherwise }
}

function Feed({ url, address }: { url: string; address: string }) {
  return (
    <details className="adm-row">
      <summary>
        <span>{words.feed.heading}</span>
      </summary>
      <form method="post" action={address}>
        <p>{words.feed.text}</p>
        <p>
          <code>{url}</code>
        </p>
        <button type="submit" className="btn-text" name="intent" value="renew-feed">
          {words.feed.renew}
        </button>
      </form>
    </details>
  )
}
