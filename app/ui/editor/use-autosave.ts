import { type FocusEvent, type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import type { FormState } from '#app/domain/shared/form-state.ts'

const pauseMs = 1_000
const retryMs = 5_000

type Options = {
  action: string
  onSaved?: () => void
}

/** What the action answers: `autosaved` when it kept what was typed, and `form.error` when someone else changed it. */
type Answer = { form: FormState; autosaved?: { revision: number | string } }

/**
 * Keeps what is typed into a form as the draft: when typing pauses, or another field is entered. Saves never overlap, and a
 * button that is pressed during one waits for it, because each goes over the revision that the one before it made. Ends
 * when someone else changed the record: the form's buttons then show both.
 */
export function useAutosave<Of extends Answer>({ action, onSaved }: Options) {
  const { submit, state, data: answered } = useFetcher()
  // Of plain values, which arrive as they were sent.
  const data = answered as Of | undefined
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState(0)
  const [sent, setSent] = useState(0)
  const [isSaving, setSaving] = useState(false)
  const [isTried, setTried] = useState(false)
  const [isPressed, setPressed] = useState(false)
  const waiting = useRef<HTMLElement>(null)
  const [last, setLast] = useState(state)
  if (last !== state) {
    setLast(state)
    if (state === 'idle') setSaving(false)
  }
  const isDone = isTried && !isSaving
  const hasFailed = isDone && !data
  /** By a button: if it was refused, the text is still here. */
  const wasRefused = isPressed && sent > 0 && !isSaving && !data
  const saved: Of['autosaved'] = data?.autosaved
  // A button that was pressed since has an answer of its own.
  const conflict = isDone && !isPressed && data?.form.error ? data.form : undefined
  const isDue = !isSaving && !conflict && (hasFailed || wasRefused || typed > sent)

  function save() {
    if (!form.current) return
    const fields = new FormData(form.current)
    fields.set('intent', 'autosave')
    setSent(typed)
    setSaving(true)
    setTried(true)
    setPressed(false)
    void submit(fields, { method: 'post', action })
  }

  useEffect(() => {
    if (!isDue) return
    const timer = setTimeout(save, typed > sent && !hasFailed ? pauseMs : retryMs)
    return () => clearTimeout(timer)
  })

  useEffect(() => {
    const pressed = waiting.current
    if (isSaving || !pressed) return
    waiting.current = null
    form.current?.requestSubmit(pressed)
  }, [isSaving])

  const revision = saved?.revision
  const tell = useEffectEvent(() => onSaved?.())
  useEffect(() => {
    if (revision !== undefined) tell()
  }, [revision])

  return {
    saved,
    conflict,
    status: isSaving ? ('saving' as const) : hasFailed ? ('failed' as const) : ('idle' as const),
    /** Of the form. */
    props: {
      ref: form,
      // React takes no change for one that a script made.
      onInput: () => setTyped((count) => count + 1),
      onBlur({ relatedTarget }: FocusEvent) {
        // A button saves by itself.
        if (isDue && typed > sent && !hasFailed && !(relatedTarget instanceof HTMLButtonElement)) save()
      },
      onSubmit(event: SubmitEvent<HTMLFormElement>) {
        if (!isSaving) {
          setPressed(true)
          return setSent(typed)
        }
        event.preventDefault()
        waiting.current = event.nativeEvent.submitter
      },
    },
  }
}
