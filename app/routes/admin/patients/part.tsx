import type { ReactNode } from 'react'

type PartProps = { id: string; heading: string; hint?: string; children: ReactNode }

/** A part of the record with its heading. */
export const Part = ({ id, heading, hint, children }: PartProps) => (
  <section className="panel stack" aria-labelledby={id}>
    <h2 id={id}>{heading}</h2>
    {hint && <p className="hint num">{hint}</p>}
    {children}
  </section>
)
