import type { ReactNode } from 'react'

/** Of the page whose links choose; without one, the form around it keeps what is typed and its buttons choose. */
export type Path = string | undefined

type ChoiceStepProps = {
  path?: Path
  /** The choice it makes, as an address has it. */
  query: string
  /** What it leads to on the page. */
  part?: string
  className?: string | undefined
  'aria-label'?: string
  'aria-current'?: 'date' | true | undefined
  children: ReactNode
}

/** One step of choosing a time. */
export const ChoiceStep = ({ path, query, part, className, children, ...rest }: ChoiceStepProps) =>
  path === undefined ? (
    <button type="submit" name="go" value={query} className={className} {...rest}>
      {children}
    </button>
  ) : (
    <a className={className} href={`${path}${query}${part ? `#${part}` : ''}`} {...rest}>
      {children}
    </a>
  )
