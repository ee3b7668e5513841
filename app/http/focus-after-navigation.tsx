import { useEffect, useRef } from 'react'
import { useLocation, useNavigation } from 'react-router'

/**
 * On hydrated pages, moves the focus as a full page load does: to the target of the URL's fragment, or to a new page.
 * Someone who went on writing on the same page keeps it: the next letters would be lost, or taken for shortcuts.
 */
export function FocusAfterNavigation() {
  const { key, pathname, hash } = useLocation()
  const shown = useRef({ key, pathname })
  const hasTyped = useTypedMeanwhile()
  useEffect(() => {
    const before = shown.current
    if (before.key === key) return
    shown.current = { key, pathname }
    if (before.pathname === pathname && hasTyped.current) return
    // A form whose success leads elsewhere posts without the fragment, which browsers would pass on.
    const target = document.getElementById(hash.slice(1) || 'outcome')
    if (target) focus(target)
    else if (before.pathname !== pathname) document.getElementById('main')?.focus({ preventScroll: true })
  }, [key, pathname, hash, hasTyped])
  return null
}

/** Whether something was typed since the last navigation began. */
function useTypedMeanwhile() {
  const hasTyped = useRef(false)
  const isUnderWay = useNavigation().state !== 'idle'
  useEffect(() => {
    if (!isUnderWay) return
    hasTyped.current = false
    const note = () => (hasTyped.current = true)
    addEventListener('input', note)
    return () => removeEventListener('input', note)
  }, [isUnderWay])
  return hasTyped
}

function focus(target: HTMLElement) {
  if (target.tabIndex < 0) target.tabIndex = -1
  // The browser's own scrolling would hide a field's label below the header.
  target.focus({ preventScroll: true })
  // It may have passed the focus on.
  ;(document.activeElement ?? target).scrollIntoView({ block: 'nearest' })
}
