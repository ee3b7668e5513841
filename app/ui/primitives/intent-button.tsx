import type { ComponentProps } from 'react'
import { Button, renderPending, usePendingWord } from './button.tsx'

type IntentButtonProps = Omit<ComponentProps<typeof Button>, 'children' | 'kind'> & {
  /** What the form does when this button is pressed. */
  intent: string
  text: string
  /** 'text': looks like a link; 'danger': the same in red. */
  kind?: 'primary' | 'line' | 'text' | 'danger'
}

export function IntentButton({ intent, text, kind = 'primary', ...button }: IntentButtonProps) {
  const word = usePendingWord({ name: 'intent', value: intent })
  if (kind === 'primary' || kind === 'line')
    return (
      <Button kind={kind} name="intent" value={intent} {...button}>
        {text}
      </Button>
    )
  const className = kind === 'danger' ? 'btn-text danger' : 'btn-text'
  const { pending: _, ...rest } = button
  if (word) return renderPending({ ...rest, className, word, label: text, name: 'intent', value: intent })
  return (
    <button type="submit" className={className} name="intent" value={intent} {...rest}>
      {text}
    </button>
  )
}
