/** After this long without a new page, the form can be submitted again. */
const leavingMs = 20_000

/** Pending forms, each with a function that restores its button. */
const pendingForms = new Map<HTMLFormElement, () => void>()

/**
 * Shows the pending text of the button, its form or the page (root.tsx). Returns false while the form is pending
 * already.
 */
function startPending(form: HTMLFormElement, submitter?: HTMLElement | null) {
  if (pendingForms.has(form)) return false
  document.querySelector('.said')?.remove()
  form.setAttribute('aria-busy', 'true')
  const giveBack = submitter && showPendingText(findVisibleButton(submitter, form))
  pendingForms.set(form, () => {
    form.removeAttribute('aria-busy')
    giveBack?.()
  })
  return true
}

function endPending(form: HTMLFormElement) {
  pendingForms.get(form)?.()
  pendingForms.delete(form)
}

/** A second press does nothing until the next page is here. */
function leavePending(form: HTMLFormElement) {
  const press = pendingForms.get(form)
  setTimeout(() => pendingForms.get(form) === press && endPending(form), leavingMs)
}

/** For forms that the browser posts: without a connection, keeps the page and its typed text. */
export function guardSubmissions() {
  let isChecked = false
  document.addEventListener('submit', (event) => {
    const { target: form, submitter } = event
    if (event.defaultPrevented || isChecked || !(form instanceof HTMLFormElement) || !opensPage(form)) return
    if (!startPending(form, submitter)) return event.preventDefault()
    leavePending(form)
    if (navigator.onLine) return
    // `onLine` is also false if only the network around the clinic's own computer is missing.
    event.preventDefault()
    fetch('/favicon.ico', { method: 'HEAD', cache: 'no-store' }).then(
      () => {
        isChecked = true
        form.requestSubmit(submitter)
        isChecked = false
      },
      () => {
        endPending(form)
        showMessage(form, submitter)
      },
    )
  })
  // A page from the back/forward cache comes back as it was left.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) for (const form of [...pendingForms.keys()]) endPending(form)
  })
}

/** Shows a message near the pressed button; by default that there is no connection. */
function showMessage(near: Element, pressed?: Element | null, text?: string | null) {
  document.querySelector('.said')?.remove()
  const note = document.createElement('p')
  note.className = 'note note-error said'
  note.setAttribute('role', 'alert')
  const { offline } = (near.closest<HTMLElement>('[data-offline]') ?? document.body).dataset
  // Keeps a phone number on one line.
  note.textContent = (text ?? offline ?? '').replaceAll(') ', ')\u{a0}')
  // The button may be far from its form, in a popover.
  const beside = pressed?.closest('[popover] ul, form') ?? near
  beside.after(note)
  note.scrollIntoView({ block: 'nearest' })
}

/** Enter presses the form's first button, which may be hidden; find the visible one with the same value. */
function findVisibleButton(submitter: HTMLElement, form: HTMLFormElement) {
  if (!submitter.matches('button[aria-hidden]')) return submitter
  const seen = form.querySelectorAll<HTMLButtonElement>('button:not([aria-hidden], [type="button"])')
  return [...seen].find(({ value }) => value === (submitter.getAttribute('value') ?? '')) ?? submitter
}

function showPendingText(button: HTMLElement) {
  const label = [...button.childNodes]
  // As attributes: the properties do nothing in Firefox before 119.
  const name = button.getAttribute('aria-label')
  // Keep the layout stable.
  const { width, height } = button.getBoundingClientRect()
  button.style.minWidth = `${width}px`
  button.style.minHeight = `${height}px`
  button.removeAttribute('aria-label')
  button.setAttribute('aria-disabled', 'true')
  button.textContent = button.closest<HTMLElement>('[data-pending]')?.dataset.pending ?? ''
  return () => {
    button.replaceChildren(...label)
    if (name) button.setAttribute('aria-label', name)
    for (const set of ['aria-disabled', 'style']) button.removeAttribute(set)
  }
}

/** Some forms download a file, and the page stays. */
const opensPage = (form: HTMLFormElement) =>
  form.getAttribute('method') === 'post' && !/\/(export|file)$/.test(form.getAttribute('action') ?? '')
