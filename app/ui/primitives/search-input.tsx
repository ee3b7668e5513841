import type { ComponentProps } from 'react'

/** The browser requires one non-blank character and limits the length. */
export function SearchInput(props: ComponentProps<'input'>) {
  return (
    <input className="in" name="q" type="search" required maxLength={1000} pattern={String.raw`.*\S.*`} {...props} />
  )
}
