import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

const kinds = {
  error: { icon: 'alert', role: 'alert' },
  success: { icon: 'check', role: 'status' },
  info: { icon: 'info', role: undefined },
  warn: { icon: 'alert', role: undefined },
  question: { icon: 'info', role: 'status' },
} as const

/** Errors interrupt a screen reader, successes wait. A note with an id can be linked to and takes the focus. */
export function Note({ kind, id, children }: { kind: keyof typeof kinds; id?: string; children: ReactNode }) {
  const { icon, role } = kinds[kind]
  return (
    <div className={`note note-${kind}`} role={role} id={id} tabIndex={id ? -1 : undefined}>
      <Icon name={icon} />
      <div>{typeof children === 'string' ? <p>{children}</p> : children}</div>
    </div>
  )
}
