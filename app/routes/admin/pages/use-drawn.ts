import { useState } from 'react'
import { useLocation } from 'react-router'

type Loaded = { name: string; orders: Record<string, number> }

/**
 * What the form is drawn from. Moving a card on the page, or a link that keeps it, loads it anew, but leaves the form and
 * what is typed in it.
 */
export function useDrawn<Data extends Loaded>(loaded: Data): Data {
  const [{ last, drawn }, setState] = useState({ last: loaded, drawn: loaded })
  const { state } = useLocation()
  if (last === loaded) return drawn
  const isKept = state === keepsForm || toStamp(last.orders) !== toStamp(loaded.orders)
  const next = isKept && last.name === loaded.name ? drawn : loaded
  setState({ last: loaded, drawn: next })
  return next
}

/** The state of a link that does. */
export const keepsForm = 'keeps-form'

export const toStamp = (orders: Record<string, number>) => Object.values(orders).join('.')
