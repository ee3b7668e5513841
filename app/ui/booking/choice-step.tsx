import { type ComponentProps, createContext, useContext } from 'react'

/**
 * How a step is taken: by a link to a page, or by a button of the form around it, which keeps what is typed. `part` is
 * the fragment.
 */
type ToStep = (query: string, part?: string) => { href: string } | ComponentProps<'button'>

export const StepContext = createContext<ToStep>((query) => ({ name: 'go', value: query }))

export const linksTo =
  (path: string): ToStep =>
  (query, part) => ({ href: `${path}${query}${part ? `#${part}` : ''}` })

type ChoiceStepProps = Pick<ComponentProps<'a'>, 'className' | 'aria-label' | 'aria-current' | 'children'> & {
  /** The choice, as a query string. */
  query: string
  part?: string
}

export function ChoiceStep({ query, part, className, children, ...rest }: ChoiceStepProps) {
  const step = useContext(StepContext)(query, part)
  return 'href' in step ? (
    <a className={className} {...step} {...rest}>
      {children}
    </a>
  ) : (
    <button type="submit" {...step} className={className} {...rest}>
      {children}
    </button>
  )
}
