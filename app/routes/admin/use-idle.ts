import { useCallback, useEffect, useRef, useState } from 'react'

/** As on the server (domain/accounts/working-day.server.ts). */
const idleMs = 30 * 60_000
const lookEveryMs = 20_000
const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'scroll']

/** Whether nobody has touched the page for the idle time, also while the computer slept; and a function that ends this. */
export function useIdle() {
  const [isIdle, setIdle] = useState(false)
  const lastActiveAt = useRef(0)
  const setActive = useCallback(() => {
    lastActiveAt.current = Date.now()
    setIdle(false)
  }, [])

  useEffect(() => {
    if (isIdle) return
    lastActiveAt.current = Date.now()
    const look = () => Date.now() - lastActiveAt.current >= idleMs && setIdle(true)
    const recordActivity = () => {
      // The first touch after a long pause comes too late.
      if (Date.now() - lastActiveAt.current >= idleMs) setIdle(true)
      else lastActiveAt.current = Date.now()
    }
    const listening = new AbortController()
    const options = { capture: true, passive: true, signal: listening.signal }
    for (const sign of signs) addEventListener(sign, recordActivity, options)
    addEventListener('pageshow', look, options)
    document.addEventListener('visibilitychange', look, options)
    const timer = setInterval(look, lookEveryMs)
    return () => {
      listening.abort()
      clearInterval(timer)
    }
  }, [isIdle])
  return [isIdle, setActive] as const
}
