import { type ComponentProps, type MouseEvent, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { Form, useActionData, useLocation } from 'react-router'
import { onLostRequest } from '#app/domain/shared/lost-request.ts'
import { Note } from '#app/ui/primitives/note.tsx'
import { type PressedButton, PressedButtonContext } from '#app/ui/primitives/pressed-button.ts'
import { forms } from '#content/forms.ts'
import { outcomeId } from './field-state.ts'

type ActionFormProps = Omit<ComponentProps<typeof Form>, 'method' | 'action'> & {
  /** By default the address of the page, with its outcome. */
  action?: string
  /** What it says without a connection. */
  offline?: string
}

/** The location and the answer that the page showed when the form was sent. */
type Sent = { at: string; after: unknown }

/**
 * A form of a page to work on: React Router posts it and shows the answer in place; without scripts the browser does.
 * Sent once, however often it is pressed. After success its fields start afresh from what the page loaded.
 */
export function ActionForm({ action, offline = forms.offline, onSubmit, children, ...form }: ActionFormProps) {
  // Every answer, also an error, gives the page a location with a new key, but what it says is shown before that.
  const { pathname, search, key } = useLocation()
  const answer: unknown = useActionData()
  const [pressed, setPressed] = useState<PressedButton & Sent>()
  const [unsent, setUnsent] = useState<string>()
  const [round, setRound] = useState(0)
  const lastSent = useRef<Sent>(undefined)
  const clicks = useRef(0)
  const isPending = pressed !== undefined

  useEffect(() => {
    if (isPending) return onLostRequest(({ isPost, reason }) => isPost && setUnsent(reason ?? offline))
  }, [isPending, offline])

  const isUnanswered = (sent: Sent | undefined) => sent?.at === key && sent.after === answer

  if (pressed && !isUnanswered(pressed)) {
    setPressed(undefined)
    if (answer === undefined && !unsent) setRound(round + 1)
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    onSubmit?.(event)
    if (event.defaultPrevented) return
    // The second half of a double click may hit the fresh form.
    if (isUnanswered(lastSent.current) || clicks.current > 1) return event.preventDefault()
    const sent = { at: key, after: answer }
    lastSent.current = sent
    const { submitter } = event.nativeEvent
    const { name = '', value = '' } = submitter instanceof HTMLButtonElement ? submitter : {}
    setPressed({ name, value, word: forms.pending, ...sent })
    setUnsent(undefined)
  }

  return (
    <PressedButtonContext value={pressed}>
      <Form
        key={round}
        preventScrollReset
        {...form}
        method="post"
        action={action ?? `${pathname}${search}#${outcomeId}`}
        aria-busy={isPending || undefined}
        onClickCapture={({ detail }: MouseEvent) => (clicks.current = detail)}
        onSubmit={submit}
      >
        {children}
        {unsent && !isPending && <Note kind="error">{unsent}</Note>}
      </Form>
    </PressedButtonContext>
  )
}
