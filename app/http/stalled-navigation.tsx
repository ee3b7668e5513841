import { useEffect } from 'react'
import { createPath, useNavigation } from 'react-router'

/** Specification, section 9: code that has not arrived after this long is given up. */
const patienceMs = 120_000

/** On hydrated pages: a navigation whose code or data stalls ends in a full page load, which needs neither. */
export function StalledNavigation() {
  const { location } = useNavigation()
  useEffect(() => {
    if (!location) return
    const timer = setTimeout(() => window.location.assign(createPath(location)), patienceMs)
    return () => clearTimeout(timer)
  }, [location])
  return null
}
