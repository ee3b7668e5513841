import { focusAgain, focusOutcome } from './focus.ts'
import { fetchPage, swap, swapLiveParts } from './swap.ts'

/**
 * Forms marked data-enhance are posted without leaving the page: the server's answer is the page that a visitor
 * without scripts would see, and only the form's section of it is shown, with the parts marked data-live. A button
 * marked data-live-only changes only those, so that what is typed elsewhere in its form stays.
 */
export function enhanceForms() {
  document.addEventListener('submit', (event) => {
    const { target: form, submitter } = event
    if (!(form instanceof HTMLFormElement) || form.dataset.enhance === undefined) return
    event.preventDefault()
    const liveOnly = submitter?.dataset.liveOnly !== undefined
    // A second press while the first is under way is the same wish; of buttons that count, every press does.
    const counts = liveOnly || form.dataset.enhance === 'every-press'
    if (!counts && form.getAttribute('aria-busy') === 'true') return
    form.setAttribute('aria-busy', 'true')
    const pressed = submitter instanceof HTMLButtonElement ? submitter : undefined
    // One after another: each answer sets the cart's cookie that the next post must carry.
    line = line.then(() => send(form, pressed, liveOnly))
  })
}

let line = Promise.resolve()

async function send(form: HTMLFormElement, pressed: HTMLButtonElement | undefined, liveOnly: boolean) {
  // A form's own fields can hide its properties: a field named 'action' would.
  const action = form.getAttribute('action') ?? location.href
  try {
    let { next, page } = await fetchPage(action, { method: 'POST', body: fieldsOf(form, pressed) })
    if (next && next.pathname !== location.pathname) return location.assign(next)
    if (next) ({ page } = await fetchPage(next.href))
    if (page) show(page, form, pressed, liveOnly)
  } catch {
    sayOffline(form)
  } finally {
    form.removeAttribute('aria-busy')
  }
}

function fieldsOf(form: HTMLFormElement, pressed: HTMLButtonElement | undefined) {
  const fields = [...new FormData(form)].filter((pair): pair is [string, string] => typeof pair[1] === 'string')
  // First, as the server takes the first of a name.
  if (pressed?.name) fields.unshift([pressed.name, pressed.value])
  return new URLSearchParams(fields)
}

function show(page: Document, form: HTMLFormElement, pressed: HTMLButtonElement | undefined, liveOnly: boolean) {
  const focused = document.activeElement
  const id = form.closest('[data-swap]')?.id ?? ''
  // An answer without the form's section, an error page for instance: all of it is shown.
  if (!page.getElementById(id)) return showWhole(page)
  // By its id: an answer in between may have replaced the section that the form stood in.
  const section = document.getElementById(id)
  if (section && !liveOnly) swap(section, page)
  swapLiveParts(page)
  if (!liveOnly) focusOutcome(id)
  else if (!focused || !document.contains(focused)) focusAgain(focused?.id || pressed?.id, id)
}

function showWhole(page: Document) {
  document.documentElement.replaceWith(document.adoptNode(page.documentElement))
  scrollTo(0, 0)
}

/** No answer came: everything typed stays, and the form says so in the words it was given. */
function sayOffline(form: HTMLFormElement) {
  form.parentElement?.querySelector('.offline')?.remove()
  const note = document.createElement('p')
  note.className = 'note note-error offline'
  note.setAttribute('role', 'alert')
  note.textContent = form.dataset.offline ?? ''
  form.after(note)
}
