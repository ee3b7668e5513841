import { useEffect, useRef } from 'react'

/** Where an act was pressed, before its answer changes the list: the row, those below it, and what is around them. */
type Pressed = { rows: Element[]; around: Element[] }

/**
 * Where the focus goes after an act in a row: what can be done next in that list, else the heading above it. Undefined
 * after an act that stands in no row. One place for every list of the dashboard.
 */
export function useNextAct() {
  const pressed = useRef<Pressed>(undefined)
  useEffect(() => {
    const remember = ({ target }: Event) => {
      const row = target instanceof Element ? target.closest('main :is(li, tr)') : null
      pressed.current = row ? { rows: [row, ...listAfter(row)], around: listAround(row) } : undefined
    }
    addEventListener('submit', remember, { capture: true })
    return () => removeEventListener('submit', remember, { capture: true })
  }, [])
  return () => pressed.current && findNext(pressed.current)
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
