import { type ComponentProps, useEffect, useRef } from 'react'
import { Form, useLocation } from 'react-router'

/** Finds or filters what a list shows. Its fields show what the list is filtered by, also after a link has changed that. */
export function FilterForm(props: Omit<ComponentProps<typeof Form>, 'method'>) {
  const form = useRef<HTMLFormElement>(null)
  const { search } = useLocation()
  const shown = useRef(search)
  useEffect(() => {
    if (shown.current === search) return
    shown.current = search
    // Typed text hides a new default value.
    form.current?.reset()
  }, [search])
  return <Form className="adm-bar" role="search" {...props} ref={form} />
}
