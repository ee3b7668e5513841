import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { onLostRequest } from '#app/domain/shared/lost-request.ts'
import { pollParameter } from '#app/http/failed-requests.ts'
import { PressedButtonContext } from '#app/ui/primitives/pressed-button.ts'
import { Note } from '#app/ui/primitives/note.tsx'
import { forms } from '#content/forms.ts'
import { unlockPage as words } from '#content/pages/admin-security.ts'
import type { action, loader } from './lock.ts'
import { UnlockFields } from './unlock-fields.tsx'
import { useIdle } from './use-idle.ts'

const lockPath = '/admin/lock'

/**
 * Hides the page after the server's idle time without losing what was typed, and asks who is there. If another tab kept
 * the session active, the page shows again.
 */
export function IdleLock({ children }: { children: ReactNode }) {
  const [isIdle, setActive] = useIdle()
  return (
    <>
      <div hidden={isIdle}>{children}</div>
      {isIdle && <Locked unlock={setActive} />}
    </>
  )
}

const askAgainMs = 5_000
const unlocked = { name: '', value: '', word: forms.pending }

function Locked({ unlock }: { unlock: () => void }) {
  const { data: lock, load, state } = useFetcher<typeof loader>()
  const { data: answer, state: sending, Form } = useFetcher<typeof action>()
  const [unsent, setUnsent] = useState<string>()
  const hasAsked = useRef(false)
  const isUnlocked = (answer && !answer.error) || (typeof lock === 'object' && lock.state === 'open')

  useHostAsTitle()
  // Until the server answers.
  useEffect(() => {
    if (lock !== undefined || state !== 'idle') return
    const timer = setTimeout(() => load(`${lockPath}?${pollParameter}`), hasAsked.current ? askAgainMs : 0)
    hasAsked.current = true
    return () => clearTimeout(timer)
  }, [lock, state, load])
  useEffect(() => {
    if (isUnlocked) unlock()
    else if (lock === 'signed-out') location.reload()
  }, [isUnlocked, lock, unlock])
  useEffect(() => onLostRequest(({ isPost, reason }) => isPost && setUnsent(reason ?? forms.offline)), [])

  if (typeof lock !== 'object' || isUnlocked || lock.state === 'open') return null
  return (
    <div className="wrap">
      <main className="unlock stack">
        <h1>{words.title}</h1>
        <Note kind="warn">{words.why[lock.state]}</Note>
        <PressedButtonContext value={sending === 'idle' ? undefined : unlocked}>
          {/* Loading the page again while it is locked would replace it. */}
          <Form
            method="post"
            action={lockPath}
            defaultShouldRevalidate={false}
            noValidate
            onSubmit={() => setUnsent(undefined)}
          >
            <UnlockFields by={lock.by} error={answer?.error} />
          </Form>
        </PressedButtonContext>
        {unsent && <Note kind="error">{unsent}</Note>}
      </main>
    </div>
  )
}

/** The page's own title may name a person. */
function useHostAsTitle() {
  useEffect(() => {
    const { title } = document
    document.title = location.host
    return () => void (document.title = title)
  }, [])
}
