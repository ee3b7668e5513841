import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** On hydrated pages, moves the focus as a full page load does: to the target of the URL's fragment, or to a new page. */
export function FocusAfterNavigation() {
  const { key, pathname, hash } = useLocation()
  const shown = useRef({ key, pathname })
  useEffect(() => {
    const before = shown.current
    if (before.key === key) return
    shown.current = { key, pathname }
    // A form whose success leads elsewhere posts without the fragment, which browsers would pass on.
    const target = document.getElementById(hash.slice(1) || 'outcome')
    if (target) focus(target)
    else if (before.pathname !== pathname) document.getElementById('main')?.focus({ preventScroll: true })
  }, [key, pathname, hash])
  return null
}

function focus(target: HTMLElement) {
  if (target.tabIndex < 0) target.tabIndex = -1
  // The browser's own scrolling would hide a field's label below the header.
  target.focus({ preventScroll: true })
  // It may have passed the focus on.
  ;(document.activeElement ?? target).scrollIntoView({ block: 'nearest' })
}
