import { type ComponentProps, createContext, useContext, useEffect, useRef } from 'react'
import { useLinkClickHandler, useLocation, useNavigation } from 'react-router'
import { outcomeId } from '#app/ui/forms/field-state.ts'

/**
 * How a step is taken: by a link to a page, or by a button of the form around it, which keeps what is typed. `part` is
 * the fragment.
 */
type ToStep = (query: string, part?: string) => { page: string; part: string | undefined } | ComponentProps<'button'>

export const StepContext = createContext<ToStep>((query) => ({ name: 'go', value: query }))

export const linksTo =
  (path: string): ToStep =>
  (query, part) => ({ page: path + query, part })

type ChoiceStepProps = Pick<ComponentProps<'a'>, 'className' | 'aria-label' | 'aria-current' | 'children'> & {
  /** The choice, as a query string. */
  query: string
  part?: string
}

export function ChoiceStep({ query, part, className, children, ...rest }: ChoiceStepProps) {
  const step = useContext(StepContext)(query, part)
  return 'page' in step ? (
    <ChoiceLink className={className} {...step} {...rest}>
      {children}
    </ChoiceLink>
  ) : (
    <button type="submit" {...step} className={className} {...rest}>
      {children}
    </button>
  )
}

type ChoiceLinkProps = Omit<ChoiceStepProps, 'query'> & { page: string }

/** With React it leads to the page without the fragment, which would scroll the page around the widget's frame. */
function ChoiceLink({ page, part, className, children, ...rest }: ChoiceLinkProps) {
  const { location: next, formMethod } = useNavigation()
  const isPending = next !== undefined && formMethod === undefined && next.pathname + next.search === page
  const open = useLinkClickHandler<HTMLAnchorElement>(page, { state: { part }, preventScrollReset: true })
  return (
    <a
      className={className}
      href={part ? `${page}#${part}` : page}
      {...rest}
      onClick={open}
      aria-busy={isPending || undefined}
    >
      {children}
    </a>
  )
}

/** Moves the focus to the part that a choice leads to, also by the back button. */
export function useFocusAfterChoice() {
  const { key, hash, state } = useLocation()
  const shown = useRef(key)
  useEffect(() => {
    if (shown.current === key) return
    shown.current = key
    // The answer to a post.
    if (hash) return
    const target = [readPart(state), outcomeId, 'day'].map((id) => document.getElementById(id)).find(Boolean)
    target?.focus({ preventScroll: true })
    target?.scrollIntoView({ block: 'nearest' })
  }, [key, hash, state])
}

/** Location state is kept by the browser, so its type is unknown. */
const readPart = (state: unknown) =>
  typeof state === 'object' && state !== null && 'part' in state && typeof state.part === 'string' ? state.part : ''
