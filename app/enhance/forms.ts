import { markFieldsSubmitted } from './submit-on-change.ts'
import { restoreFocus, focusOutcome } from './focus.ts'
import { endPending, leavePending, showMessage, startPending } from './pending.ts'
import { fetchPage, swap, swapLiveParts } from './swap.ts'
import { leaveFrame } from './widget.ts'

/**
 * Forms marked data-enhance are posted in the background. The answer is the page that a visitor without scripts would
 * see; only the form's section and the parts marked data-live are replaced. A button marked data-live-only replaces
 * only the latter, so other typed fields stay.
 */
export function enhanceForms() {
  let clicks = 0
  addEventListener('click', ({ detail }) => (clicks = detail), true)
  document.addEventListener('submit', (event) => {
    const { target: form, submitter } = event
    if (!(form instanceof HTMLFormElement) || form.dataset.enhance === undefined) return
    // Flash messages and the cart need cookies; the server shows when they are blocked.
    if (!navigator.cookieEnabled) return
    if (submitter?.hasAttribute('formaction')) return
    event.preventDefault()
    const button = submitter instanceof HTMLButtonElement ? submitter : undefined
    if (button?.dataset.liveOnly === undefined) {
      // Ignore a second press while the first is pending, and the second half of a double click, which may hit the
      // fresh form.
      if (clicks > 1) return
      const seen = getFields(form, button)
      if (startPending(form, button)) queue({ form, button, seen })
    } else queue({ form, button })
  })
}

/**
 * With `seen`, sends the fields as they were when the button was pressed. A live button sends the current ones, and
 * each press counts.
 */
type Press = { form: HTMLFormElement; button?: HTMLButtonElement; seen?: URLSearchParams }

/** One at a time: each answer sets the cart's cookie for the next post. */
function queue(press: Press) {
  pendingPosts = pendingPosts.then(() => send(press))
}

let pendingPosts = Promise.resolve()

async function send(press: Press) {
  const { form, button, seen } = press
  document.querySelector('.said')?.remove()
  // A field named 'action' would shadow the property.
  const action = form.getAttribute('action') ?? location.href
  try {
    const body = seen ?? getFields(form, button)
    markFieldsSubmitted(form)
    let answer = await fetchPage(action, { method: 'POST', body })
    const { next } = answer
    if (next) {
      const { pathname, search } = next
      if (pathname !== location.pathname) {
        location.assign(next)
        return leavePending(form)
      }
      answer = await fetchPage(next.href)
      // A reload should show the current state.
      if (search !== location.search) history.replaceState(null, '', pathname + search)
    }
    if (answer.page) show(answer, press)
  } catch {
    // Without an answer, typed text stays.
    showMessage(form, button)
  }
  if (seen) endPending(form)
}

function getFields(form: HTMLFormElement, pressed: HTMLButtonElement | undefined) {
  const fields = [...new FormData(form)].filter((pair): pair is [string, string] => typeof pair[1] === 'string')
  // First, because the server reads the first value of a name.
  if (pressed?.name) fields.unshift([pressed.name, pressed.value])
  return new URLSearchParams(fields)
}

function show({ page, status }: { page: Document; status: number }, press: Press) {
  const { form, button, seen } = press
  const focused = document.activeElement
  const id = form.closest('[data-swap]')?.id ?? ''
  // If the answer lacks the form's section, show the whole page, unless it is a rejection, which would lose the typed
  // text.
  if (!page.getElementById(id))
    return isRejected(page, status) ? showMessage(form, button, getMainMessage(page)) : showWholePage(page)
  // By id: an earlier answer may have replaced the section.
  const section = document.getElementById(id)
  if (section && seen) {
    // Clear the message of another form: there is one outcome at a time.
    const before = document.getElementById('outcome')?.closest('[data-swap]')
    if (before && before !== section) swap(before, page)
    swap(section, page)
  }
  swapLiveParts(page)
  if (seen) focusOutcome(id)
  else if (!focused || !document.contains(focused)) restoreFocus(focused?.id || button?.id, id)
}

function showWholePage(page: Document) {
  document.documentElement.replaceWith(document.adoptNode(page.documentElement))
  scrollTo(0, 0)
  document.getElementById('main')?.focus()
  leaveFrame()
}

/** Rejected, conflicting, too long, failed, or no page of ours (a proxy's, or a network's sign-in). */
const isRejected = (page: Document, status: number) =>
  // The unlock page carries the typed text along.
  !page.getElementById('unlock') && (!getMain(page) || [403, 409, 413].includes(status) || status >= 500)

const getMain = (page: Document) => page.getElementById('main')

function getMainMessage(page: Document) {
  const main = getMain(page)
  return (main?.querySelector('[role="alert"]') ?? main?.querySelector('h1'))?.textContent
}
