import { letGoOfPressed } from './fields-that-press.ts'
import { focusAgain, focusOutcome } from './focus.ts'
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
      if (clicks > 1 || form.getAttribute('aria-busy') === 'true') return
      form.setAttribute('aria-busy', 'true')
      queue({ form, button, seen: fieldsOf(form, button) })
    } else queue({ form, button })
  })
}

/** With `seen`, what the presser saw is sent; a live button, of which every press counts, sends what stands there then. */
type Press = { form: HTMLFormElement; button?: HTMLButtonElement; seen?: URLSearchParams }

/** One after another: each answer sets the cart's cookie that the next post must carry. */
function queue(press: Press) {
  line = line.then(() => send(press))
}

let line = Promise.resolve()

async function send(press: Press) {
  const { form, button, seen } = press
  document.querySelector('.said')?.remove()
  // A form's own fields can hide its properties: a field named 'action' would.
  const action = form.getAttribute('action') ?? location.href
  try {
    const body = seen ?? fieldsOf(form, button)
    showPending(button)
    letGoOfPressed(form)
    let answer = await fetchPage(action, { method: 'POST', body })
    const { next } = answer
    if (next) {
      const { pathname, search } = next
      if (pathname !== location.pathname) return location.assign(next)
      answer = await fetchPage(next.href)
      // A reload shows what is shown now, such as a list whose open row was saved and closed.
      if (search !== location.search) history.replaceState(null, '', pathname + search)
    }
    if (answer.page) show(answer, press)
  } catch {
    say(press, form.dataset.offline)
  } finally {
    if (seen) form.removeAttribute('aria-busy')
    showPending(button, false)
  }
}

/** A button marked data-pending says what it is doing; its two texts change places. */
function showPending(button: HTMLButtonElement | undefined, isPending = true) {
  const { pending } = button?.dataset ?? {}
  if (!button || !pending || (button.getAttribute('aria-disabled') === 'true') === isPending) return
  button.dataset.pending = button.textContent ?? ''
  button.textContent = pending
  button.setAttribute('aria-disabled', String(isPending))
}

function fieldsOf(form: HTMLFormElement, pressed: HTMLButtonElement | undefined) {
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
    return isRefusal(page, status) ? say(press, mainPointOf(page) ?? form.dataset.offline) : showWhole(page)
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
  else if (!focused || !document.contains(focused)) focusAgain(focused?.id || button?.id, id)
}

function showWhole(page: Document) {
  document.documentElement.replaceWith(document.adoptNode(page.documentElement))
  scrollTo(0, 0)
  document.getElementById('main')?.focus()
  leaveFrame()
}

/**
 * From another site, overtaken by another tab, too long, a fault of ours, or no page of ours at all: a proxy's, or that
 * of a network's sign-in.
 */
const isRefusal = (page: Document, status: number) =>
  // It carries along what was typed.
  !page.getElementById('unlock') && (!mainOf(page) || [403, 409, 413].includes(status) || status >= 500)

const mainOf = (page: Document) => page.getElementById('main')

function mainPointOf(page: Document) {
  const main = mainOf(page)
  return (main?.querySelector('[role="alert"]') ?? main?.querySelector('h1'))?.textContent
}

/** No answer came, or one that is not the form's own: everything typed stays. */
function say({ form, button }: Press, text: string | null | undefined) {
  const note = document.createElement('p')
  note.className = 'note note-error said'
  note.setAttribute('role', 'alert')
  note.textContent = text ?? ''
  const beside = button?.closest('[data-live]') ?? form
  beside.after(note)
  note.scrollIntoView({ block: 'nearest' })
}
