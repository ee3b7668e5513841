import type { ReactNode } from 'react'

/** The page that the links lead to. Without one, each step is a button of the form around it, which keeps what is typed. */
export type Path = string | undefined

type ChoiceStepProps = {
  path?: Path
  /** The choice, as a query string. */
  query: string
  /** The fragment. */
  part?: string
  className?: string | undefined
  'aria-label'?: string
  'aria-current'?: 'date' | true | undefined
  children: ReactNode
}

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
