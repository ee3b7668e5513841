import { useLayoutEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'

// When a page breaks while someone types, React takes it away with its fields. What they held is kept in the memory of
// this tab until the page is tried again, and nowhere else.

type Kept = { name: string; label: string; value: string; nth: number }

let lost: { path: string; texts: Kept[] } | undefined
let toPutBack: Kept[] = []

/** In the frame of hydrated pages, which breaks together with its page. */
export function useKeepText() {
  const { pathname } = useLocation()
  useLayoutEffect(() => {
    for (const { name, nth, value } of toPutBack) {
      const field = findByName(name)[nth]
      if (field) field.value = value
    }
    toPutBack = []
    lost = undefined
    // It runs before the fields are removed.
    return () => void (lost = { path: pathname, texts: readTexts() })
  }, [pathname])
}

const textFields = 'main :is(textarea, input:not([type=password], [type=checkbox], [type=file]))'

const listFields = () => [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(textFields)]

const findByName = (name: string) => listFields().filter((field) => field.name === name)

const readTexts = () =>
  listFields()
    .filter(({ value, defaultValue }) => value !== defaultValue)
    .map((field): Kept => {
      const { name, value, labels } = field
      return { name, value, label: labels?.[0]?.textContent ?? name, nth: findByName(name).indexOf(field) }
    })

/** In place of a broken page: what was typed there, and `putBack` for when the page is there again. */
export function useKeptText() {
  const { pathname } = useLocation()
  // Set while React replaces the page, after this was first rendered.
  const kept = useSyncExternalStore(
    subscribe,
    () => lost,
    () => undefined,
  )
  const texts = kept?.path === pathname ? kept.texts : []
  return { texts, putBack: () => void (toPutBack = texts) }
}

const subscribe = () => () => {}
