import type { ComponentProps, ReactNode } from 'react'
import { Icon } from './icon.tsx'

type ButtonStyle = {
  /** 'primary' once per view; 'line' next to it; 'photo' on photographs only. */
  kind?: 'primary' | 'line' | 'photo'
  small?: boolean
  wide?: boolean
  arrow?: boolean
  children: ReactNode
}

export function Button({
  kind,
  small,
  wide,
  arrow,
  children,
  type = 'submit',
  ...rest
}: ButtonStyle & ComponentProps<'button'>) {
  return (
    <button type={type} className={toClassName({ kind, small, wide })} {...rest}>
      {children}
      {arrow && <Icon name="arrow" />}
    </button>
  )
}

/** A link that looks like a button: it goes somewhere and changes nothing. */
export function ButtonLink({ kind, small, wide, arrow, children, ...rest }: ButtonStyle & ComponentProps<'a'>) {
  return (
    <a className={toClassName({ kind, small, wide })} {...rest}>
      {children}
      {arrow && <Icon name="arrow" />}
    </a>
  )
}

export function MoreLink({ children, ...rest }: ComponentProps<'a'>) {
  return (
    <a className="more" {...rest}>
      {children}
      <Icon name="arrow" />
    </a>
  )
}

const toClassName = ({ kind = 'primary', small, wide }: Pick<ButtonStyle, 'kind' | 'small' | 'wide'>) =>
  ['btn', kind !== 'primary' && `btn-${kind}`, small && 'btn-s', wide && 'btn-wide'].filter(Boolean).join(' ')
