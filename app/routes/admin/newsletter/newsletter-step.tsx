import { type ReactNode, useCallback, useRef } from 'react'

/** What the page shows of one state. When the next one replaces it, also by itself, that one gets its focus. */
export function NewsletterStep({ state, children }: { state: string; children: ReactNode }) {
  const hadFocus = useRef(false)
  const ref = useCallback((step: HTMLElement | null) => {
    if (hadFocus.current) step?.focus({ preventScroll: true })
    return () => {
      hadFocus.current = step?.contains(document.activeElement) ?? false
    }
  }, [])
  return (
    <div key={state} ref={ref} className="stack" tabIndex={-1}>
      {children}
    </div>
  )
}
