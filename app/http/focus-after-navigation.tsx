import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** On hydrated pages a navigation replaces the content; the focus follows, as after a full page load. */
export function FocusAfterNavigation() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    document.getElementById('main')?.focus({ preventScroll: true })
  }, [pathname])
  return null
}
