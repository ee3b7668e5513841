import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Locked as LockedView } from './locked.tsx'
import { useIdle } from './use-idle.ts'

/**
 * Hides the page after the server's idle time without losing what was typed, and asks who is there. If another tab kept
 * the session active, the page shows again.
 */
export function IdleLock({ children }: { children: ReactNode }) {
  const [isIdle, setActive] = useIdle()
  const view = useLockedView()
  // A modal dialog, though hidden, would make the question inert.
  useEffect(() => {
    if (isIdle) for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog:modal')) dialog.close()
  }, [isIdle])
  const focused = useRef<Element>(null)
  // What is hidden loses the focus.
  useLayoutEffect(() => {
    if (isIdle) focused.current = document.activeElement
  }, [isIdle])
  useEffect(() => {
    if (!isIdle && focused.current instanceof HTMLElement) focused.current.focus()
  }, [isIdle])
  return (
    <>
      <div hidden={isIdle}>{children}</div>
      {isIdle && view && <view.Locked unlock={setActive} />}
    </>
  )
}

const loadEveryMs = 5_000

/** Not with the page, which it would delay, but long before it is needed: then there may be no connection. */
function useLockedView() {
  const [view, setView] = useState<{ Locked: typeof LockedView }>()
  useEffect(() => {
    if (view) return
    const load = () => {
      // A module that could not be fetched once stays broken until the page is loaded again.
      if (navigator.onLine) import('./locked.tsx').then(setView, () => {})
    }
    const timer = setInterval(load, loadEveryMs)
    return () => clearInterval(timer)
  }, [view])
  return view
}
