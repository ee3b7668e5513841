import type { ComponentProps } from 'react'
import { Button } from './button.tsx'

type IntentButtonProps = Omit<ComponentProps<typeof Button>, 'children' | 'kind'> & {
  /** What the form does when this button is pressed. */
  intent: string
  text: string
  /** 'text': looks like a link; 'danger': the same in red. */
  kind?: 'primary' | 'line' | 'text' | 'danger'
}

export function IntentButton({ intent, text, kind = 'primary', ...button }: IntentButtonProps) {
  if (kind === 'primary' || kind === 'line')
    return (
      <Button kind={kind} name="intent" value={intent} {...button}>
        {text}
      </Button>
    )
  const className = kind === 'danger' ? 'btn-text danger' : 'btn-text'
  return (
    <button type="submit" className={className} name="intent" value={intent} {...button}>
      {text}
    </button>
  )
}
