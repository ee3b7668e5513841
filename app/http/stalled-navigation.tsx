import { useEffect } from 'react'
import { createPath, useNavigation } from 'react-router'

/** Specification, section 9. */
const timeoutMs = 120_000

/** On hydrated pages: a navigation whose code or data stalls becomes a full page load. */
export function StalledNavigation() {
  const { location } = useNavigation()
  useEffect(() => {
    if (!location) return
    const timer = setTimeout(() => window.location.assign(createPath(location)), timeoutMs)
    return () => clearTimeout(timer)
  }, [location])
  return null
}
