import { type ComponentProps, type ReactNode, use } from 'react'
import { Link } from 'react-router'
import { Icon } from './icon.tsx'
import { PressedButtonContext } from './pressed-button.ts'

type ButtonStyle = {
  /** 'primary' once per view; 'line' next to it; 'photo' on photographs only. */
  kind?: 'primary' | 'line' | 'photo'
  small?: boolean
  wide?: boolean
  arrow?: boolean
  children: ReactNode
}

/** `pending`: what it says while its form is being sent; pages to read tell their script by the attribute. */
export function Button({
  kind,
  small,
  wide,
  arrow,
  children,
  type = 'submit',
  pending,
  ...rest
}: ButtonStyle & ComponentProps<'button'> & { pending?: string }) {
  const word = usePendingWord(rest, pending)
  const className = toClassName({ kind, small, wide })
  if (word) return renderPending({ ...rest, className, word, label: children })
  return (
    <button type={type} className={className} data-pending={pending} {...rest}>
      {children}
      {arrow && <Icon name="arrow" />}
    </button>
  )
}

/** Undefined unless this button was pressed and its form is being sent. */
export function usePendingWord({ name = '', value = '' }: ComponentProps<'button'>, pending?: string) {
  const pressed = use(PressedButtonContext)
  return pressed?.name === name && pressed.value === value ? (pending ?? pressed.word) : undefined
}

type PendingButton = ComponentProps<'button'> & { word: string; label: ReactNode }

/**
 * Stays at least as wide as its label, so that nothing around it moves; an `aria-label` would hide the word from screen
 * readers. No component, because React would replace the button, which has the focus.
 */
export const renderPending = ({ word, label, className, ...rest }: PendingButton) => (
  <button className={`${className} btn-busy`} {...rest} type="submit" aria-disabled aria-label={undefined}>
    <span aria-hidden="true">{label}</span>
    <span>{word}</span>
  </button>
)

/** A link that looks like a button: it goes somewhere and changes nothing. `to`: without leaving the pages to work on. */
export function ButtonLink({
  kind,
  small,
  wide,
  arrow,
  children,
  to,
  ...rest
}: ButtonStyle & ComponentProps<'a'> & { to?: string }) {
  const className = toClassName({ kind, small, wide })
  const content = (
    <>
      {children}
      {arrow && <Icon name="arrow" />}
    </>
  )
  return to ? (
    <Link className={className} to={to} {...rest}>
      {content}
    </Link>
  ) : (
    <a className={className} {...rest}>
      {content}
    </a>
  )
}

export function MoreLink({ children, to, ...rest }: ComponentProps<'a'> & { to?: string }) {
  const content = (
    <>
      {children}
      <Icon name="arrow" />
    </>
  )
  return to ? (
    <Link className="tap more" to={to} {...rest}>
      {content}
    </Link>
  ) : (
    <a className="tap more" {...rest}>
      {content}
    </a>
  )
}

const toClassName = ({ kind = 'primary', small, wide }: Pick<ButtonStyle, 'kind' | 'small' | 'wide'>) =>
  ['btn', kind !== 'primary' && `btn-${kind}`, small && 'btn-s', wide && 'btn-wide'].filter(Boolean).join(' ')
