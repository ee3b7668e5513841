import type { ComponentProps, ReactNode } from 'react'

/** A row that opens. `children` is what it shows then. */
export const Fold = ({ summary, className, children, ...details }: FoldProps) => (
  <details className={className ? `adm-row ${className}` : 'adm-row'} {...details}>
    <summary>
      <span>{summary}</span>
    </summary>
    {children}
  </details>
)

type FoldProps = ComponentProps<'details'> & { summary: ReactNode }
