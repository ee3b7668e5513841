import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { useFetcher, useLocation, useNavigate } from 'react-router'
import { toResourceId } from '#app/domain/booking/service-needs.ts'
import { returnField } from '#app/domain/shared/done.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { areSingleKeysOn } from '#app/ui/admin/single-keys.ts'
import { Note } from '#app/ui/primitives/note.tsx'
import { adminCalendar } from '#content/pages/admin-appointments.ts'
import type { ChosenTime } from './block-time-form.tsx'
import { CalendarGrid } from './calendar-grid.tsx'
import type { CalendarGrid as Grid } from './calendar-grid.server.ts'
import { findUnder, type Measured, measure, snap, toMinutes } from './calendar-measure.ts'
import {
  checkFit,
  type Creating,
  findColumn,
  findEntry,
  type Lift,
  stepMinutes,
  toClock,
  toMoment,
  toTime,
  withMoved,
} from './calendar-moves.ts'
import { MoveTips } from './move-tips.tsx'
import { readOpen, toOpenAddress } from './open-appointment.ts'
import { useTimeCursor } from './use-time-cursor.ts'
import { describeStretch, useStretch } from './use-stretch.ts'
import { useDrag } from './use-drag.ts'
import { stepTo, toWhere, useLift } from './use-lift.ts'

const words = adminCalendar.moving

/**
 * The grid, in which appointments are moved by pointer and by keyboard. A dropped one is at its new place at once; the
 * database decides, and if it is taken the appointment is back where it was, with a sentence that says why.
 */
export function CalendarBoard({ grid }: { grid: Grid }) {
  const surface = useRef<HTMLDivElement>(null)
  const fetcher = useFetcher<{ form?: FormState }>()
  const navigate = useNavigate()
  const { pathname, search, state } = useLocation()
  const [creating, setCreating] = useState<Creating>()
  const focused = useRef<string>(undefined)
  const grabbed = useRef<{ columns: Measured[]; id?: string; offset: number; isEdge?: boolean }>(undefined)
  const moved = readMoved(fetcher.state === 'idle' ? undefined : fetcher.formData)
  const shown = moved ? withMoved(grid, moved.id, moved.place) : grid
  const { lift, lifted, putBack } = useLift(shown)
  const stretching = useStretch(shown)
  const error = (fetcher.state === 'idle' ? fetcher.data?.form?.error : undefined) ?? stretching.error

  const drag = useDrag(surface, {
    start(target, at) {
      if (stretching.grab(target)) {
        grabbed.current = { columns: measure(surface.current), offset: 0, isEdge: true }
        return true
      }
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
      const { columns = [], id, offset = 0, isEdge } = grabbed.current ?? {}
      const found = id ? findEntry(shown, id) : undefined
      const under = findUnder(columns, at)
      if (!under) return
      const minutes = toMinutes(shown, under, at)
      if (isEdge) return stretching.moveTo(snap(minutes))
      if (found) lifted(found.entry, found.place, { column: under.key, from: snap(minutes - offset) })
      else setCreating((now) => now && { ...now, until: Math.max(now.from + stepMinutes, snap(minutes) + stepMinutes) })
    },
    drop() {
      if (grabbed.current?.isEdge) return stretching.drop()
      if (lift) drop(lift)
      create()
      setCreating(undefined)
    },
    cancel() {
      stretching.cancel()
      putBack()
      setCreating(undefined)
    },
  })

  /** Opens New appointment at the time that was dragged over, or chosen by keys. */
  function create() {
    const column = creating && findColumn(shown, creating.column)
    if (!column) return
    const who = column.resource?.startsWith('person:') ? toResourceId(column.resource) : ''
    const query = new URLSearchParams({ day: column.date, at: String(toMoment(column, creating.from)) })
    if (who) query.set('who', who)
    void navigate(`/admin/appointments/new?${query}`)
  }

  /** Opens Block time with it. */
  function block({ column: key, from, until }: Creating) {
    const column = findColumn(shown, key)
    if (!column) return
    const chosen: ChosenTime = { fromDay: column.date, fromTime: toTime(from), untilTime: toTime(until) }
    if (column.resource) chosen.what = column.resource
    void navigate({ search, hash: 'block' }, { state: { chosen } })
  }
  const cursor = useTimeCursor(shown, creating, setCreating)

  function drop({ entry, was, place }: Lift) {
    putBack()
    const column = findColumn(shown, place.column)
    if (!column || (was.column === place.column && was.from === place.from)) return
    const person = column.resource?.startsWith('person:') ? column.resource : entry.person
    const fields = {
      at: String(toMoment(column, place.from)),
      who: toResourceId(person),
      ...(column.resource?.startsWith('room:') && { room: toResourceId(column.resource) }),
      wasAt: String(entry.startsAt),
      wasWith: toResourceId(entry.person),
      column: place.column,
      from: String(place.from),
      [returnField]: `${pathname}${search}`,
    }
    const action = `/admin/appointments/${entry.id}/move`
    void fetcher.submit({ ...fields, id: entry.id }, { method: 'post', action, preventScrollReset: true })
  }

  const isMoving = lift !== undefined || creating !== undefined || stretching.stretch !== undefined
  const { cancel } = drag
  const { cancel: cancelStretch } = stretching
  useEffect(() => {
    if (!isMoving) return
    const onEscape = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return
      // It closes nothing else.
      event.preventDefault()
      cancel()
      putBack()
      setCreating(undefined)
      cancelStretch()
    }
    addEventListener('keydown', onEscape, true)
    return () => removeEventListener('keydown', onEscape, true)
  }, [isMoving, cancel, cancelStretch, putBack])

  // In another column it is another element.
  useLayoutEffect(() => {
    if (focused.current && document.activeElement === document.body)
      surface.current?.querySelector<HTMLElement>(`[data-appointment="${focused.current}"]`)?.focus()
  }, [shown])

  function onKeyDown(event: KeyboardEvent) {
    const id = event.target instanceof HTMLElement ? event.target.dataset.appointment : undefined
    const found = id ? findEntry(shown, id) : undefined
    if (!event.shiftKey && stretching.onKey(event)) return event.preventDefault()
    if (event.altKey || event.ctrlKey || event.metaKey) return
    // The keys that elsewhere begin with an empty form.
    const begin = creating && areSingleKeysOn() && { n: create, b: () => block(creating) }[event.key]
    if (begin) {
      event.preventDefault()
      return begin()
    }
    if (!found) return
    const current = lift?.entry.id === id ? lift : undefined
    if (event.key === 'Enter' && current) {
      event.preventDefault()
      return drop(current)
    }
    const to = stepTo(shown, current?.place ?? found.place, event.key)
    if (!to) return
    event.preventDefault()
    if (!event.shiftKey && !current) return focusNeighbor(surface.current, event.target as HTMLElement, event.key)
    if (found.entry.canMove) lifted(found.entry, found.place, to)
  }

  /** Beside the calendar; in a tab of its own, and without scripts, on its page. */
  function openBeside(event: MouseEvent) {
    drag.onClickCapture(event)
    if (event.isDefaultPrevented() || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return
    const link = event.target instanceof Element && event.target.closest<HTMLElement>('[data-appointment]')
    if (!link) return
    event.preventDefault()
    const isWalking = readOpen(search) !== undefined
    const to = toOpenAddress({ pathname, search }, link.dataset.appointment)
    void navigate(to, { replace: isWalking, state: isWalking ? state : { isOpened: true }, preventScrollReset: true })
  }

  const { cancel: _, ...handlers } = drag
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- What is pressed are the links in it.
    <div
      ref={surface}
      className="cal-board"
      role="group"
      aria-label={adminCalendar.title}
      {...handlers}
      onClickCapture={openBeside}
      onKeyDown={onKeyDown}
      onFocus={({ target }) => (focused.current = target.dataset.appointment)}
      onBlur={() => {
        focused.current = undefined
        putBack()
        stretching.cancel()
      }}
    >
      <div>{error && <Note kind="error">{error}</Note>}</div>
      <button type="button" className="btn btn-line btn-s cal-cursor" onClick={create} {...cursor}>
        {words.choose}
      </button>
      <CalendarGrid grid={shown} lift={lift} creating={creating} stretch={stretching.stretch} />
      <MoveTips lift={lift} />
      <p className="vh" role="status" aria-live="assertive">
        {lift?.text}
        {creating && describeCreating(shown, creating)}
        {stretching.stretch && describeStretch(stretching.stretch)}
      </p>
    </div>
  )
}

/** 'Tuesday 10:30 am to 11:30 am, with Asha: Free'. */
function describeCreating(grid: Grid, { column: key, from, until }: Creating) {
  const column = findColumn(grid, key)
  const fit = checkFit(grid, { id: '', from, until, person: column?.resource, room: undefined }, { column: key, from })
  return words.place(`${column?.weekday} ${toClock(from)} to ${toClock(until)}`, toWhere(grid, column), words.fits[fit])
}

function readMoved(data: FormData | undefined) {
  if (!data) return undefined
  return { id: String(data.get('id')), place: { column: String(data.get('column')), from: Number(data.get('from')) } }
}

/** Up and down in a column; to the sides, the appointment at the same height. On a phone, a week's day is one column. */
function focusNeighbor(surface: HTMLElement | null, from: HTMLElement, key: string) {
  const top = (element: HTMLElement) => element.getBoundingClientRect().top
  const areLists = getComputedStyle(from.closest('.cal-time')!).display === 'contents'
  const columns = [...(surface?.querySelectorAll<HTMLElement>(areLists ? '.cal-group' : '.cal-time') ?? [])].map(
    (column) => [...column.querySelectorAll<HTMLElement>('[data-appointment]')].toSorted((a, b) => top(a) - top(b)),
  )
  const index = columns.findIndex((column) => column.includes(from))
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    const column = columns[index] ?? []
    return column[column.indexOf(from) + (key === 'ArrowUp' ? -1 : 1)]?.focus()
  }
  const others = key === 'ArrowLeft' ? columns.slice(0, index).reverse() : columns.slice(index + 1)
  const distance = (element: HTMLElement) => Math.abs(top(element) - top(from))
  const next = others.find((column) => column.length > 0)?.toSorted((a, b) => distance(a) - distance(b))[0]
  next?.focus()
}
