import { markFieldsSubmitted } from './submit-on-change.ts'
import { restoreFocus, focusOutcome } from './focus.ts'
import { endPending, leavePending, showMessage, startPending } from './pending.ts'
import { fetchPage, swap, swapLiveParts } from './swap.ts'
import { leaveFrame } from './widget.ts'

/**
 * Forms marked data-enhance are posted without leaving the page: the server's answer is the page that a visitor
 * without scripts would see, and only the form's section of it is shown, with the parts marked data-live. A button
 * marked data-live-only changes only those, so that what is typed elsewhere in its form stays.
 */
export function enhanceForms() {
  let clicks = 0
  addEventListener('click', ({ detail }) => (clicks = detail), true)
  document.addEventListener('submit', (event) => {
    const { target: form, submitter } = event
    if (!(form instanceof HTMLFormElement) || form.dataset.enhance === undefined) return
    // What is said once, after a redirect, or kept in the cart, needs them; the server says where they are refused.
    if (!navigator.cookieEnabled) return
    // It leads to another page, which shows what was typed.
    if (submitter?.hasAttribute('formaction')) return
    event.preventDefault()
    const button = submitter instanceof HTMLButtonElement ? submitter : undefined
    if (button?.dataset.liveOnly === undefined) {
      // A second press while the first is under way is the same wish, and so is the second half of a double click, which
      // may meet the fresh form of a quick answer.
      if (clicks > 1) return
      const seen = getFields(form, button)
      if (startPending(form, button)) queue({ form, button, seen })
    } else queue({ form, button })
  })
}

/** With `seen`, what the presser saw is sent; a live button, of which every press counts, sends what stands there then. */
type Press = { form: HTMLFormElement; button?: HTMLButtonElement; seen?: URLSearchParams }

/** One after another: each answer sets the cart's cookie that the next post must carry. */
function queue(press: Press) {
  pendingPosts = pendingPosts.then(() => send(press))
}

let pendingPosts = Promise.resolve()

async function send(press: Press) {
  const { form, button, seen } = press
  document.querySelector('.said')?.remove()
  // A form's own fields can hide its properties: a field named 'action' would.
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
      // A reload shows what is shown now, such as a list whose open row was saved and closed.
      if (search !== location.search) history.replaceState(null, '', pathname + search)
    }
    if (answer.page) show(answer, press)
  } catch {
    // No answer came: everything typed stays.
    showMessage(form, button)
  }
  if (seen) endPending(form)
}

function getFields(form: HTMLFormElement, pressed: HTMLButtonElement | undefined) {
  const fields = [...new FormData(form)].filter((pair): pair is [string, string] => typeof pair[1] === 'string')
  // First, as the server takes the first of a name.
  if (pressed?.name) fields.unshift([pressed.name, pressed.value])
  return new URLSearchParams(fields)
}

function show({ page, status }: { page: Document; status: number }, press: Press) {
  const { form, button, seen } = press
  const focused = document.activeElement
  const id = form.closest('[data-swap]')?.id ?? ''
  // An answer without the form's section is shown whole; not a refusal, with which what was typed would go.
  if (!page.getElementById(id))
    return isRejected(page, status) ? showMessage(form, button, getMainMessage(page)) : showWholePage(page)
  // By its id: an answer in between may have replaced the section that the form stood in.
  const section = document.getElementById(id)
  if (section && seen) {
    // What another form of the page said before is history, and there is one outcome at a time.
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

/**
 * From another site, overtaken by another tab, too long, a fault of ours, or no page of ours at all: a proxy's, or that
 * of a network's sign-in.
 */
const isRejected = (page: Document, status: number) =>
  // It carries along what was typed.
  !page.getElementById('unlock') && (!getMain(page) || [403, 409, 413].includes(status) || status >= 500)

const getMain = (page: Document) => page.getElementById('main')

function getMainMessage(page: Document) {
  const main = getMain(page)
  return (main?.querySelector('[role="alert"]') ?? main?.querySelector('h1'))?.textContent
}
