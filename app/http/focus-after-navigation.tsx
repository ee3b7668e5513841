import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** On hydrated pages, moves the focus to new content, as a full page load does. */
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
