import type { ComponentProps } from 'react'

/** Takes at least one character that is not blank, and no more than anyone types; the browser sees to both. */
export function SearchInput(props: ComponentProps<'input'>) {
  return (
    <input className="in" name="q" type="search" required maxLength={1000} pattern={String.raw`.*\S.*`} {...props} />
  )
}
