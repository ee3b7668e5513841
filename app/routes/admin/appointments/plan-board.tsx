import { type KeyboardEvent, type MouseEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { toResourceId } from '#app/domain/booking/service-needs.ts'
import { adminNewPlan as words } from '#content/pages/admin-plans.ts'
import { CalendarGrid } from './calendar-grid.tsx'
import type { CalendarGrid as Grid } from './calendar-grid.server.ts'
import { findUnder, type Measured, measure, snap, toMinutes } from './calendar-measure.ts'
import { findColumn, findEntry, type Lift, type Place, toMoment, withMoved } from './calendar-moves.ts'
import { MoveTips } from './move-tips.tsx'
import { useDrag } from './use-drag.ts'
import { stepTo, useLift } from './use-lift.ts'

/**
 * The days of a new plan in a week of the calendar, moved by pointer and by keyboard. A drop presses a button of the form
 * around it, whose answer has the day at its new time; without scripts, and for other weeks, each day has Change.
 */
export function PlanBoard({ grid }: { grid: Grid }) {
  const surface = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const focused = useRef<string>(undefined)
  const grabbed = useRef<{ columns: Measured[]; id: string; offset: number }>(undefined)
  const [dropped, setDropped] = useState<{ on: Grid; id: string; place: Place }>()
  // At its new place until the answer has another grid.
  const shown = dropped?.on === grid ? withMoved(grid, dropped.id, dropped.place) : grid
  const { lift, lifted, putBack } = useLift(shown)

  function drop({ entry, was, place }: Lift) {
    putBack()
    const column = findColumn(shown, place.column)
    if (!column?.resource || !button.current || (was.column === place.column && was.from === place.from)) return
    setDropped({ on: grid, id: entry.id, place })
    const number = entry.id.slice('day-'.length)
    button.current.value = `move:${number}.${toMoment(column, place.from)}.${toResourceId(column.resource)}`
    button.current.form?.requestSubmit(button.current)
  }

  const drag = useDrag(surface, {
    start(target, at) {
      const columns = measure(surface.current)
      const id = target.closest<HTMLElement>('[data-appointment]')?.dataset.appointment
      const found = id ? findEntry(shown, id) : undefined
      const under = findUnder(columns, at)
      if (!id || !found || !under) return false
      grabbed.current = { columns, id, offset: toMinutes(shown, under, at) - found.entry.from }
      return true
    },
    move(at) {
      const { columns = [], id = '', offset = 0 } = grabbed.current ?? {}
      const found = findEntry(shown, id)
      const under = findUnder(columns, at)
      if (found && under)
        lifted(found.entry, found.place, { column: under.key, from: snap(toMinutes(shown, under, at) - offset) })
    },
    drop: () => lift && drop(lift),
    cancel: putBack,
  })

  const isMoving = lift !== undefined
  const { cancel } = drag
  useEffect(() => {
    if (!isMoving) return
    const onEscape = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      cancel()
      putBack()
    }
    addEventListener('keydown', onEscape, true)
    return () => removeEventListener('keydown', onEscape, true)
  }, [isMoving, cancel, putBack])

  // In another column it is another element.
  useLayoutEffect(() => {
    if (focused.current && document.activeElement === document.body)
      surface.current?.querySelector<HTMLElement>(`[data-appointment="${focused.current}"]`)?.focus()
  }, [shown])

  function onKeyDown(event: KeyboardEvent) {
    const id = event.target instanceof HTMLElement ? event.target.dataset.appointment : undefined
    const found = id ? findEntry(shown, id) : undefined
    if (!found || event.altKey || event.ctrlKey || event.metaKey) return
    const current = lift?.entry.id === id ? lift : undefined
    if (event.key === 'Enter' && current) {
      event.preventDefault()
      return drop(current)
    }
    const to = (event.shiftKey || current) && stepTo(shown, current?.place ?? found.place, event.key)
    if (!to) return
    event.preventDefault()
    lifted(found.entry, found.place, to)
  }

  const { cancel: _, ...handlers } = drag
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- What is pressed are the links in it.
    <div
      ref={surface}
      className="cal-board"
      role="group"
      aria-label={words.board}
      {...handlers}
      onClickCapture={(event: MouseEvent) => drag.onClickCapture(event)}
      onKeyDown={onKeyDown}
      onFocus={({ target }) => (focused.current = target.dataset.appointment)}
      onBlur={() => {
        focused.current = undefined
        putBack()
      }}
    >
      <button ref={button} type="submit" name="press" hidden>
        {words.days.change}
      </button>
      <CalendarGrid grid={shown} lift={lift} creating={undefined} stretch={undefined} />
      <MoveTips lift={lift} />
      <p className="vh" role="status" aria-live="assertive">
        {lift?.text}
      </p>
    </div>
  )
}
