// Only in the dashboard: hides the page after the server's idle time.
import { endPending, showMessage, startPending } from './pending.ts'
import { fetchPage, pause } from './swap.ts'

const idleMs = 30 * 60_000
const lookEveryMs = 20_000

let lastActiveAt = Date.now()
let hiding = false

/** Also when a laptop wakes up. */
function lockWhenIdle() {
  if (Date.now() - lastActiveAt >= idleMs) void hide()
}

function recordActivity() {
  lockWhenIdle()
  if (!hiding) lastActiveAt = Date.now()
}

/**
 * Hides typed text without losing it, then asks the server, without counting as activity. If another tab kept the
 * session active, the page shows again.
 */
async function hide() {
  const work = document.querySelector<HTMLElement>('.adm')
  if (hiding || !work) return
  hiding = true
  const { title } = document
  const question = document.createElement('div')
  question.className = 'adm wrap'
  work.hidden = true
  work.after(question)
  document.title = location.host
  if (!(await confirmIdentity(question))) return
  question.remove()
  work.hidden = false
  document.title = title
  lastActiveAt = Date.now()
  hiding = false
}

/** Resolves once the identity is confirmed; false if the sign-in has ended and the page reloads. */
async function confirmIdentity(question: HTMLElement) {
  let seen = await ask()
  // Stay hidden until the server answers.
  for (; !seen || (seen.status ?? 0) >= 500; seen = await ask()) await pause(5_000)
  for (;;) {
    const unlock = seen.page && showUnlockForm(seen.page, question)
    if (!unlock) break
    seen = await waitForSubmit(unlock)
    if (seen.next) return true
  }
  if (seen.status === 200) return true
  location.reload()
  return false
}

/** Does not count as activity. */
const ask = (answer?: URLSearchParams) =>
  fetchPage(location.pathname + location.search, answer && { method: 'POST', body: answer }).catch(() => undefined)

function showUnlockForm(page: Document, question: HTMLElement) {
  const unlock = page.getElementById('unlock')
  if (!unlock) return undefined
  question.replaceChildren(document.importNode(unlock, true))
  const form = question.querySelector('form')
  form?.querySelector<HTMLInputElement>('input:not([type="hidden"])')?.focus()
  return form ?? undefined
}

/** Resolves with the server's answer to the unlock form; without an answer, the form stays as typed. */
const waitForSubmit = (form: HTMLFormElement) =>
  new Promise<NonNullable<Awaited<ReturnType<typeof ask>>>>((resolve) =>
    form.addEventListener('submit', async (event) => {
      event.preventDefault()
      const fields = [...new FormData(form)].filter((pair): pair is [string, string] => typeof pair[1] === 'string')
      if (!startPending(form, event.submitter)) return
      const answer = await ask(new URLSearchParams(fields))
      endPending(form)
      if (answer) resolve(answer)
      else showMessage(form)
    }),
  )

for (const sign of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'scroll'])
  addEventListener(sign, recordActivity, { capture: true, passive: true })
addEventListener('pageshow', lockWhenIdle)
document.addEventListener('visibilitychange', lockWhenIdle)
setInterval(lockWhenIdle, lookEveryMs)
