import { useState } from 'react'

type Loaded = { name: string; orders: Record<string, number> }

/** What the form is drawn from. Moving a card on the page loads it anew, but leaves the form and what is typed in it. */
export function useDrawn<Data extends Loaded>(loaded: Data): Data {
  const [{ last, drawn }, setState] = useState({ last: loaded, drawn: loaded })
  if (last === loaded) return drawn
  const isMove = last.name === loaded.name && toStamp(last.orders) !== toStamp(loaded.orders)
  const next = isMove ? drawn : loaded
  setState({ last: loaded, drawn: next })
  return next
}

export const toStamp = (orders: Record<string, number>) => Object.values(orders).join('.')
