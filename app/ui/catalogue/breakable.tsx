import { Fragment } from 'react'

/** 'Triphala powder/Tab/Cap' may break after each slash. */
export const Breakable = ({ name }: { name: string }) =>
  name.split('/').map((part, index) => (
    <Fragment key={index}>
      {index > 0 && '/'}
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
