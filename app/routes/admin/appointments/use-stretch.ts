import { type KeyboardEvent, useState } from 'react'
import { useFetcher, useLocation } from 'react-router'
import { returnField } from '#app/domain/shared/done.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { adminCalendar } from '#content/pages/admin-appointments.ts'
import type { CalendarGrid } from './calendar-grid.server.ts'
import { findBlock, findColumn, stepMinutes, type Stretch, toClock, toMoment, toStretch } from './calendar-moves.ts'

const words = adminCalendar.moving

/** Which edge of which blocked time this element is, if it is one. */
function readEdge(target: Element): Pick<Stretch, 'block' | 'column' | 'edge'> | undefined {
  const { block, edge, column } = target.closest<HTMLElement>('[data-edge]')?.dataset ?? {}
  return block && column && (edge === 'from' || edge === 'until') ? { block, edge, column } : undefined
}

/** Stretching blocked time by its edges, by pointer and by keyboard. The database decides, as it does about moving. */
export function useStretch(grid: CalendarGrid) {
  const fetcher = useFetcher<{ form?: FormState }>()
  const { pathname, search } = useLocation()
  const [stretch, setStretch] = useState<Stretch>()

  function drop() {
    setStretch(undefined)
    const block = stretch && findBlock(grid, stretch)
    const column = stretch && findColumn(grid, stretch.column)
    if (!stretch || !block || !column || block[stretch.edge] === stretch[stretch.edge]) return
    const was = { from: block.fromAt, until: block.untilAt }
    const is = { ...was, [stretch.edge]: toMoment(column, stretch[stretch.edge]) }
    const fields = {
      intent: 'stretch',
      block: block.id,
      from: String(is.from),
      until: String(is.until),
      wasFrom: String(was.from),
      wasUntil: String(was.until),
      column: stretch.column,
      edge: stretch.edge,
      minute: String(stretch[stretch.edge]),
      [returnField]: `${pathname}${search}`,
    }
    void fetcher.submit(fields, { method: 'post', action: `${pathname}${search}`, preventScrollReset: true })
  }

  return {
    /** A dropped one stays as it was dropped until the answer has come. */
    stretch: stretch ?? readDropped(grid, fetcher.state === 'idle' ? undefined : fetcher.formData),
    error: fetcher.state === 'idle' ? fetcher.data?.form?.error : undefined,
    /** Whether the element is an edge, which from now on follows `moveTo`. */
    grab(target: Element) {
      const edge = readEdge(target)
      const block = edge && findBlock(grid, edge)
      if (!block) return false
      setStretch(toStretch(grid, edge, block, block[edge.edge]))
      return true
    },
    moveTo(minute: number) {
      const block = stretch && findBlock(grid, stretch)
      if (block && stretch[stretch.edge] !== minute) setStretch(toStretch(grid, stretch, block, minute))
    },
    drop,
    cancel: () => setStretch(undefined),
    /** Whether it was a key for an edge. */
    onKey({ target, key }: KeyboardEvent) {
      const edge = target instanceof Element ? readEdge(target) : undefined
      const block = edge && findBlock(grid, edge)
      if (!block) return false
      if (key === 'Enter' || key === ' ') drop()
      else if (key === 'ArrowUp' || key === 'ArrowDown') {
        const at = stretch?.block === block.id && stretch.edge === edge.edge ? stretch : block
        const step = key === 'ArrowUp' ? -stepMinutes : stepMinutes
        setStretch(toStretch(grid, edge, block, at[edge.edge] + step))
      } else return false
      return true
    },
  }
}

function readDropped(grid: CalendarGrid, data: FormData | undefined) {
  if (!data) return undefined
  const { block, column, edge, minute } = Object.fromEntries(data)
  const at = { block: String(block), column: String(column), edge: edge === 'from' ? 'from' : 'until' } as const
  const found = findBlock(grid, at)
  return found && toStretch(grid, at, found, Number(minute))
}

/** 'Blocked time, 9 am to 11:30 am: Taken'. */
export const describeStretch = ({ from, until, fit }: Stretch) =>
  words.stretched(`${toClock(from)} to ${toClock(until)}`, words.fits[fit])
