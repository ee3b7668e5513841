import { useLayoutEffect } from 'react'
import { useLocation } from 'react-router'

/** Opens the section that the address leads to, before the page scrolls there. For a new document the browser does it. */
export function useOpenSection() {
  const { hash, key } = useLocation()
  useLayoutEffect(() => {
    const section = document.getElementById(hash.slice(1))?.closest<HTMLDetailsElement>('details[name]')
    if (section) section.open = true
  }, [hash, key])
}
