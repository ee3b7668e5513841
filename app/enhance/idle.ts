// Only on pages of the dashboard: hides what they show once nobody has used them for as long as the server takes for idle.
import { endPending, showMessage, startPending } from './pending.ts'
import { fetchPage, pause } from './swap.ts'

const idleMs = 30 * 60_000
const lookEveryMs = 20_000

let lastActiveAt = Date.now()
let hiding = false

/** A page that was left for long is hidden before anything else, also when a laptop wakes up with it. */
function lockWhenIdle() {
  if (Date.now() - lastActiveAt >= idleMs) void hide()
}

function recordActivity() {
  lockWhenIdle()
  if (!hiding) lastActiveAt = Date.now()
}

/**
 * What was typed stays where it is, out of sight. The server asks who is there; should the dashboard be in use in another
 * tab, it asks nothing and this one is shown again. Asking is no sign of life.
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

/** Until somebody answered who is there; false when the page is left, since the sign-in has ended. */
async function confirmIdentity(question: HTMLElement) {
  let seen = await ask()
  // Without a connection, or while the server is in trouble, it stays hidden until there is an answer.
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

/** What the server says now, without that being a sign of life. */
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

/** What the server says to who answers; until it says something, the question stays with what was typed. */
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
