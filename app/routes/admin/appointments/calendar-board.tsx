import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useFetcher, useLocation, useNavigate } from 'react-router'
import { toResourceId } from '#app/domain/booking/plan.ts'
import { returnField } from '#app/domain/shared/done.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { Note } from '#app/ui/primitives/note.tsx'
import { adminCalendar } from '#content/pages/admin-appointments.ts'
import { CalendarGrid } from './calendar-grid.tsx'
import type { CalendarEntry, CalendarGrid as Grid } from './calendar-grid.server.ts'
import {
  checkFit,
  type Creating,
  findColumn,
  findEntry,
  type Fit,
  keepWithin,
  type Lift,
  moveSideways,
  type Place,
  stepMinutes,
  toClock,
  toMoment,
  withMoved,
} from './calendar-moves.ts'
import { type DragPoint, useDrag } from './use-drag.ts'

const words = adminCalendar.moving

/**
 * The grid, in which appointments are moved by pointer and by keyboard. A dropped one is at its new place at once; the
 * database decides, and if it is taken the appointment is back where it was, with a sentence that says why.
 */
export function CalendarBoard({ grid }: { grid: Grid }) {
  const surface = useRef<HTMLDivElement>(null)
  const fetcher = useFetcher<{ form?: FormState }>()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const [lift, setLift] = useState<Lift>()
  const [creating, setCreating] = useState<Creating>()
  const grabbed = useRef<{ columns: Measured[]; id?: string; offset: number }>(undefined)
  const moved = readMoved(fetcher.state === 'idle' ? undefined : fetcher.formData)
  const shown = moved ? withMoved(grid, moved.id, moved.place) : grid
  const error = fetcher.state === 'idle' ? fetcher.data?.form?.error : undefined

  function lifted(entry: CalendarEntry, was: Place, to: Place) {
    const place = keepWithin(shown, entry, to)
    const fit = checkFit(shown, entry, place)
    setLift((now) =>
      now?.entry.id === entry.id && now.place.column === place.column && now.place.from === place.from
        ? now
        : { entry, was, place, fit, text: describe(shown, entry, place, fit) },
    )
  }

  const drag = useDrag(surface, {
    start(target, at) {
      const columns = measure(surface.current)
      const id = target.closest<HTMLElement>('[data-appointment]')?.dataset.appointment
      const found = id ? findEntry(shown, id) : undefined
      if (id && !found?.entry.canMove) return false
      const under = findUnder(columns, at)
      if (!under || (!found && !target.closest('.cal-time'))) return false
      const from = toMinutes(shown, under, at)
      grabbed.current = { columns, ...(id && { id }), offset: from - (found?.entry.from ?? from) }
      if (!found) setCreating({ column: under.key, from: snap(from), until: snap(from) + stepMinutes })
      return true
    },
    move(at) {
      const { columns = [], id, offset = 0 } = grabbed.current ?? {}
      const found = id ? findEntry(shown, id) : undefined
      const under = findUnder(columns, at)
      if (!under) return
      const minutes = toMinutes(shown, under, at)
      if (found) lifted(found.entry, found.place, { column: under.key, from: snap(minutes - offset) })
      else setCreating((now) => now && { ...now, until: Math.max(now.from + stepMinutes, snap(minutes) + stepMinutes) })
    },
    drop() {
      if (lift) drop(lift)
      const column = creating && findColumn(shown, creating.column)
      if (creating && column) {
        const who = column.resource?.startsWith('person:') ? toResourceId(column.resource) : ''
        const query = new URLSearchParams({ day: column.date, at: String(toMoment(column, creating.from)) })
        if (who) query.set('who', who)
        void navigate(`/admin/appointments/new?${query}`)
      }
      setCreating(undefined)
    },
    cancel() {
      setLift(undefined)
      setCreating(undefined)
    },
  })

  function drop({ entry, was, place }: Lift) {
    setLift(undefined)
    const column = findColumn(shown, place.column)
    if (!column || (was.column === place.column && was.from === place.from)) return
    const person = column.resource?.startsWith('person:') ? column.resource : entry.person
    const fields = {
      at: String(toMoment(column, place.from)),
      who: toResourceId(person),
      wasAt: String(entry.startsAt),
      wasWith: toResourceId(entry.person),
      column: place.column,
      from: String(place.from),
      [returnField]: `${pathname}${search}`,
    }
    const action = `/admin/appointments/${entry.id}/move`
    void fetcher.submit({ ...fields, id: entry.id }, { method: 'post', action, preventScrollReset: true })
  }

  const isMoving = lift !== undefined || creating !== undefined
  const { cancel } = drag
  useEffect(() => {
    if (!isMoving) return
    const onEscape = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return
      cancel()
      setLift(undefined)
    }
    addEventListener('keydown', onEscape)
    return () => removeEventListener('keydown', onEscape)
  }, [isMoving, cancel])

  function onKeyDown(event: KeyboardEvent) {
    const id = event.target instanceof HTMLElement ? event.target.dataset.appointment : undefined
    const found = id ? findEntry(shown, id) : undefined
    if (!found || event.altKey || event.ctrlKey || event.metaKey) return
    const current = lift?.entry.id === id ? lift : undefined
    if (event.key === 'Enter' && current) {
      event.preventDefault()
      return drop(current)
    }
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    if (!event.shiftKey && !current) return focusNeighbor(surface.current, event.target as HTMLElement, event.key)
    if (!found.entry.canMove) return
    const from = current?.place ?? found.place
    const [sideways, minutes] = step
    lifted(
      found.entry,
      found.place,
      sideways ? moveSideways(shown, from, sideways) : { ...from, from: from.from + minutes },
    )
  }

  const { cancel: _, ...handlers } = drag
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- What is pressed are the links in it.
    <div
      ref={surface}
      className={isMoving ? 'cal-board cal-moving' : 'cal-board'}
      role="group"
      aria-label={adminCalendar.title}
      {...handlers}
      onKeyDown={onKeyDown}
      onBlur={() => setLift(undefined)}
    >
      {error && <Note kind="error">{error}</Note>}
      <CalendarGrid grid={shown} lift={lift} creating={creating} />
      {lift && (
        <p className="cal-tips">
          <b>
            {words.name} <bdi>{lift.entry.name}</bdi>
          </b>
          {words.keys.map(([keys, text]) => (
            <span key={keys}>
              <kbd>{keys}</kbd> {text}
            </span>
          ))}
        </p>
      )}
      <p className="vh" role="status" aria-live="assertive">
        {lift?.text}
      </p>
    </div>
  )
}

const steps: Record<string, readonly [sideways: 0 | -1 | 1, minutes: number]> = {
  ArrowUp: [0, -stepMinutes],
  ArrowDown: [0, stepMinutes],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
}

/** 'Tuesday 10:30 am, with Asha: free'. */
function describe(grid: Grid, entry: CalendarEntry, { column: key, from }: Place, fit: Fit) {
  const column = findColumn(grid, key)
  const who = grid.people > 1 && column?.resource?.startsWith('person:') ? column.name : undefined
  return words.place(`${column?.weekday} ${toClock(from)}`, who, words.fits[fit])
}

function readMoved(data: FormData | undefined) {
  if (!data) return undefined
  return { id: String(data.get('id')), place: { column: String(data.get('column')), from: Number(data.get('from')) } }
}

type Measured = { key: string; left: number; right: number; top: number; height: number }

/** Where the columns are on the page when a drag begins; reading it again at each move would be slow. */
function measure(surface: HTMLElement | null): Measured[] {
  return [...(surface?.querySelectorAll<HTMLElement>('.cal-time[data-column]') ?? [])].map((column) => {
    const { left, right, top, height } = column.getBoundingClientRect()
    return { key: column.dataset.column!, left: left + scrollX, right: right + scrollX, top: top + scrollY, height }
  })
}

const findUnder = (columns: Measured[], { pageX }: DragPoint) =>
  columns.find(({ left, right }) => left <= pageX && pageX < right)

const toMinutes = (grid: Grid, { top, height }: Measured, { pageY }: DragPoint) =>
  grid.from * 60 + ((pageY - top) / height) * (grid.until - grid.from) * 60

const snap = (minutes: number) => Math.round(minutes / stepMinutes) * stepMinutes

/** Up and down in a column; to the sides, the appointment at the same height. */
function focusNeighbor(surface: HTMLElement | null, from: HTMLElement, key: string) {
  const columns = [...(surface?.querySelectorAll<HTMLElement>('.cal-time') ?? [])].map((column) => [
    ...column.querySelectorAll<HTMLElement>('[data-appointment]'),
  ])
  const index = columns.findIndex((column) => column.includes(from))
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    const column = columns[index] ?? []
    return column[column.indexOf(from) + (key === 'ArrowUp' ? -1 : 1)]?.focus()
  }
  const others = key === 'ArrowLeft' ? columns.slice(0, index).reverse() : columns.slice(index + 1)
  const top = (element: HTMLElement) => Math.abs(element.getBoundingClientRect().top - from.getBoundingClientRect().top)
  const next = others.find((column) => column.length > 0)?.toSorted((a, b) => top(a) - top(b))[0]
  next?.focus()
}
