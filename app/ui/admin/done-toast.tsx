import { type FocusEvent, useEffect, useState } from 'react'
import { type Done, doneId, undoOfferMs } from '#app/domain/shared/done.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { admin } from '#content/pages/admin.ts'
import { ReturnHere } from './return-here.tsx'
import { useNextAct } from './use-next-act.ts'

/**
 * Says what the last act did, in a live region that is always there; the focus goes on to what can be done next. It goes after ten seconds, but not from under a
 * pointer or the focus; without scripts it stays until the next page.
 */
export function DoneToast({ done }: { done: Done | undefined }) {
  const [{ loaded, shown }, setState] = useState({ loaded: done, shown: done })
  // Another page loads none, and the message stays.
  if (loaded !== done) setState({ loaded: done, shown: done ?? shown })
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (!shown || isHeld) return
    const timer = setTimeout(() => setState((state) => ({ ...state, shown: undefined })), undoOfferMs)
    return () => clearTimeout(timer)
  }, [shown, isHeld])
  // Nothing else tells that what held it is gone.
  if (!shown && isHeld) setHeld(false)

  const findNextAct = useNextAct()
  // The focus comes to the region itself after each act, and goes on; only within it is someone about to press.
  const onFocus = ({ target, currentTarget, relatedTarget }: FocusEvent) => {
    if (target !== currentTarget) return setHeld(true)
    const next = findNextAct(relatedTarget instanceof HTMLElement ? relatedTarget : undefined)
    if (next?.matches('h1, h2, h3')) next.tabIndex = -1
    next?.focus()
  }
  const release = () => setHeld(false)
  return (
    <div
      id={doneId}
      className="adm-done"
      role={shown && 'status'}
      aria-live="polite"
      tabIndex={-1}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={release}
      onFocus={onFocus}
      onBlur={release}
    >
      {shown && (
        <div className="toast">
          <p>{shown.text}</p>
          {shown.undo && (
            <ActionForm action={shown.undo.action} offline={admin.offline}>
              <ReturnHere />
              {Object.entries(shown.undo.fields).map(([name, value]) => (
                <input key={name} type="hidden" name={name} value={value} />
              ))}
              <Button kind="line" small>
                {admin.undo}
              </Button>
            </ActionForm>
          )}
        </div>
      )}
    </div>
  )
}
