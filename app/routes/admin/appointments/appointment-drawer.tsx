import { useEffect, useRef } from 'react'
import { Link, useFetcher, useLocation, useNavigate } from 'react-router'
import { doneId } from '#app/domain/shared/done.ts'
import { useSite } from '#app/http/site.ts'
import { usePoll } from '#app/http/use-poll.ts'
import { Icon } from '#app/ui/primitives/icon.tsx'
import { adminAppointment, formatAppointmentState } from '#content/pages/admin-appointments.ts'
import type { AppointmentView, loader } from './appointment.tsx'
import { AppointmentPage } from './appointment-page.tsx'
import type { CalendarGrid } from './calendar-grid.server.ts'
import { findNeighbors } from './calendar-moves.ts'
import { readOpen, toOpenAddress } from './open-appointment.ts'

const words = adminAppointment.drawer

/** The appointment that `?open` names, beside the calendar or over it on a phone: the page's own data and parts. */
export function AppointmentDrawer({ grid, missing }: { grid: CalendarGrid; missing: string | undefined }) {
  const location = useLocation()
  const id = readOpen(location.search)
  return id && id !== missing ? <Drawer key="drawer" id={id} grid={grid} /> : null
}

function Drawer({ id, grid }: { id: string; grid: CalendarGrid }) {
  const location = useLocation()
  const navigate = useNavigate()
  const heading = useRef<HTMLHeadingElement>(null)
  const { data: view, load } = useFetcher<typeof loader>({ key: `appointment ${id}` })
  const { previous, next } = findNeighbors(grid, id)

  const path = `/admin/appointments/${id}`
  useEffect(() => void load(path), [path, load])
  useEffect(() => heading.current?.focus(), [id])
  // Closed also by Back; the appointment may have moved meanwhile.
  useEffect(() => () => document.querySelector<HTMLElement>(`[data-appointment="${id}"]`)?.focus(), [id])

  const isOwnEntry = (location.state as { isOpened?: boolean } | null)?.isOpened
  function close() {
    if (isOwnEntry) void navigate(-1)
    else void navigate(toOpenAddress(location, undefined), { replace: true, preventScrollReset: true })
  }
  const latestClose = useRef(close)
  useEffect(() => void (latestClose.current = close))
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog[open]')) return
      latestClose.current()
    }
    // Nothing behind it has the focus unseen.
    const onKeyUp = ({ key }: KeyboardEvent) => {
      if (key === 'Tab' && !document.activeElement?.closest(`.drawer, #${doneId}, dialog`)) latestClose.current()
    }
    addEventListener('keydown', onKey)
    addEventListener('keyup', onKeyUp)
    return () => {
      removeEventListener('keydown', onKey)
      removeEventListener('keyup', onKeyUp)
    }
  }, [])

  const walk = (to: string | undefined, text: string, className: string) =>
    to && (
      <Link
        className={`circle tool ${className}`}
        to={toOpenAddress(location, to)}
        state={location.state}
        replace
        preventScrollReset
        aria-label={text}
      >
        <Icon name="down" />
      </Link>
    )
  return (
    <section className="drawer screen" aria-labelledby="drawer-heading">
      <header>
        <p className="hint">{adminAppointment.heading}</p>
        {walk(previous, words.previous, 'drawer-up')}
        {walk(next, words.next, '')}
        <button type="button" className="circle tool" aria-label={words.close} onClick={close}>
          <Icon name="cross" />
        </button>
      </header>
      <div className="drawer-body">
        <h2 id="drawer-heading" ref={heading} tabIndex={-1}>
          {view ? <bdi>{view.name}</bdi> : words.loading}
        </h2>
        {view && <Opened key={id} loaded={view} path={path} />}
      </div>
    </section>
  )
}

/** Follows what others do about it, as its page does. */
function Opened({ loaded, path }: { loaded: AppointmentView; path: string }) {
  const view = usePoll(loaded, { path })
  return (
    <>
      <p className="drawer-state">
        <span className={view.late ? 'tag tag-late' : 'tag'}>
          {view.late ?? formatAppointmentState(view.appointment)}
        </span>
      </p>
      <AppointmentPage
        {...view}
        form={{}}
        correction={{}}
        isTight={false}
        health={undefined}
        filledIn={undefined}
        isBeside
        clinicName={useSite().clinic.name}
      />
    </>
  )
}
