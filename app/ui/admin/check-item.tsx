import type { ReactNode } from 'react'
import { Icon } from '#app/ui/primitives/icon.tsx'

const icons = { green: 'check', amber: 'info', red: 'alert' } as const

type LitCheckProps = { light: keyof typeof icons; word: string; title?: string; says: string; children?: ReactNode }

/** The light is a word, a color and a shape. `children` fixes the problem. For a list of class 'checks'. */
export function CheckItem({ light, word, title, says, children }: LitCheckProps) {
  return (
    <li className={`light-${light}`}>
      <Icon name={icons[light]} />
      <div className="stack">
        {title && <h3>{title}</h3>}
        <p>
          <b>{word}.</b> {says}
        </p>
        {children}
      </div>
    </li>
  )
}
