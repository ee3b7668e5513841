import { useEffect, useRef } from 'react'
import { doneId } from '#app/domain/shared/done.ts'

/** Where an act was pressed, before its answer changes the list: the row, those below it, and what is around them. */
type Pressed = { rows: Element[]; around: Element[]; isUndo: boolean }

/**
 * Where the focus goes after an act in a row, or beside the calendar: what can be done next in that list, else the heading
 * above it. Undo by its key leaves the focus where it is, unless that goes away. Undefined after any other act. One place
 * for every list of the dashboard.
 */
export function useNextAct() {
  const pressed = useRef<Pressed>(undefined)
  useEffect(() => {
    const remember = ({ target }: Event) => {
      const isUndo = target instanceof Element && target.closest(`#${doneId}`) !== null
      const from = isUndo ? document.activeElement : target
      const row = from instanceof Element ? from.closest('main :is(li, tr, .drawer form)') : null
      pressed.current = row ? { rows: [row, ...listAfter(row)], around: listAround(row), isUndo } : undefined
    }
    addEventListener('submit', remember, { capture: true })
    return () => removeEventListener('submit', remember, { capture: true })
  }, [])
  return (focused: HTMLElement | undefined) => {
    const { current } = pressed
    return (!(current?.isUndo && focused) && current && findNext(current)) || focused
  }
}

function findNext({ rows, around }: Pressed) {
  // The rows below move up; of those before it the last one.
  for (const row of [...rows, ...[...(around[0]?.children ?? [])].toReversed()]) {
    const button = row.isConnected && row.querySelector<HTMLElement>('form button')
    if (button) return button
  }
  for (const element of around) {
    const heading = element.isConnected && element.querySelector<HTMLElement>('h1, h2, h3')
    if (heading) return heading
  }
  return undefined
}

function listAfter(row: Element) {
  const rows = []
  for (let next = row.nextElementSibling; next; next = next.nextElementSibling) rows.push(next)
  return rows
}

function listAround(row: Element) {
  const around = []
  for (let outer = row.parentElement; outer; outer = outer.parentElement) around.push(outer)
  return around
}
