import { type SubmitEvent, useEffect, useState } from 'react'
import type { Lock } from '#app/http/step-up.server.ts'
import { PressedButtonContext } from '#app/ui/primitives/pressed-button.ts'
import { Note } from '#app/ui/primitives/note.tsx'
import { forms } from '#content/forms.ts'
import { unlockPage as words } from '#content/pages/admin-unlock.ts'
import { UnlockFields } from './unlock-fields.tsx'
import { UnlockPasskey } from './unlock-passkey.tsx'

const lockPath = '/admin/lock'

const askAgainMs = 5_000
const pressed = { name: '', value: '', word: forms.pending }

/** What a page that locked itself shows. */
export function Locked({ unlock }: { unlock: () => void }) {
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
              {lock.hasPasskeys && <UnlockPasskey by={lock.by} error={problem.error} />}
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
