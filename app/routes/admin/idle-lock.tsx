import { lazy, type ReactNode, type SubmitEvent, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Lock } from '#app/http/step-up.server.ts'
import { PressedButtonContext } from '#app/ui/primitives/pressed-button.ts'
import { Note } from '#app/ui/primitives/note.tsx'
import { forms } from '#content/forms.ts'
import { unlockPage as words } from '#content/pages/admin-unlock.ts'
import type { UnlockPasskey as UnlockPasskeyPart } from './unlock-passkey.tsx'
import { UnlockFields } from './unlock-fields.tsx'
import { useIdle } from './use-idle.ts'

/** Left out without a connection: the page behind must not break. */
const UnlockPasskey = lazy<typeof UnlockPasskeyPart>(() =>
  import('./unlock-passkey.tsx').then(
    (module) => ({ default: module.UnlockPasskey }),
    () => ({ default: () => <></> }),
  ),
)

const lockPath = '/admin/lock'

/**
 * Hides the page after the server's idle time without losing what was typed, and asks who is there. If another tab kept
 * the session active, the page shows again.
 */
export function IdleLock({ children }: { children: ReactNode }) {
  const [isIdle, setActive] = useIdle()
  // A modal dialog, though hidden, would make the question inert.
  useEffect(() => {
    if (isIdle) for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog:modal')) dialog.close()
  }, [isIdle])
  const focused = useRef<Element>(null)
  // What is hidden loses the focus.
  useLayoutEffect(() => {
    if (isIdle) focused.current = document.activeElement
  }, [isIdle])
  useEffect(() => {
    if (!isIdle && focused.current instanceof HTMLElement) focused.current.focus()
  }, [isIdle])
  return (
    <>
      <div hidden={isIdle}>{children}</div>
      {isIdle && <Locked unlock={setActive} />}
    </>
  )
}

const askAgainMs = 5_000
const pressed = { name: '', value: '', word: forms.pending }

function Locked({ unlock }: { unlock: () => void }) {
  const lock = useLock()
  const isOpen = typeof lock === 'object' && lock.state === 'open'
  const [problem, setProblem] = useState<{ error?: string; unsent?: string }>({})
  const [rejections, setRejections] = useState(0)
  const [isSending, setSending] = useState(false)

  useHostAsTitle()
  useEffect(() => {
    if (isOpen) unlock()
    else if (lock === 'signed-out') location.reload()
  }, [isOpen, lock, unlock])

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isSending) return
    setSending(true)
    setProblem({})
    const answer = await postUnlock(event.currentTarget)
    setSending(false)
    if (answer && !answer.error) return unlock()
    setProblem(answer ?? { unsent: forms.offline })
    if (answer) setRejections(rejections + 1)
  }

  if (typeof lock !== 'object' || lock.state === 'open') return null
  return (
    <div className="wrap">
      <main className="unlock stack">
        <h1>{words.title}</h1>
        <Note kind="warn">{words.why[lock.state]}</Note>
        <PressedButtonContext value={isSending ? pressed : undefined}>
          <form method="post" action={lockPath} noValidate onSubmit={submit}>
            {/* Anew after an error, which is read out as the field gets the focus. */}
            <UnlockFields key={rejections} by={lock.by} error={problem.error}>
              <Suspense>{lock.hasPasskeys && <UnlockPasskey by={lock.by} error={problem.error} />}</Suspense>
            </UnlockFields>
          </form>
        </PressedButtonContext>
        {problem.unsent && <Note kind="error">{problem.unsent}</Note>}
      </main>
    </div>
  )
}

/** Undefined until the server answers. */
function useLock() {
  const [lock, setLock] = useState<Lock | 'signed-out'>()
  useEffect(() => {
    const ask = async () => setLock(await fetchJson<Lock | 'signed-out'>())
    if (lock === undefined) void ask()
    const timer = setInterval(() => lock === undefined && void ask(), askAgainMs)
    return () => clearInterval(timer)
  }, [lock])
  return lock
}

const postUnlock = (form: HTMLFormElement) => {
  const fields = [...new FormData(form)].filter((pair): pair is [string, string] => typeof pair[1] === 'string')
  return fetchJson<{ error?: string }>({ method: 'POST', body: new URLSearchParams(fields) })
}

/** No fetcher: without a connection React Router could not load its code, and would load the page again. */
const fetchJson = <Answer,>(options?: RequestInit): Promise<Answer | undefined> =>
  fetch(lockPath, options)
    .then((answer) => (answer.ok ? answer.json() : undefined))
    .catch(() => undefined)

/** The page's own title may name a person. */
function useHostAsTitle() {
  useEffect(() => {
    const { title } = document
    document.title = location.host
    return () => void (document.title = title)
  }, [])
}
