import type { ComponentProps } from 'react'

/** A name and its value in a `dl`; left out while there is no value. */
export const Detail = ({ name, ...value }: { name: string } & ComponentProps<'dd'>) =>
  value.children ? (
    <>
      <dt>{name}</dt>
      <dd {...value} />
    </>
  ) : null
