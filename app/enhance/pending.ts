/** A post that leaves the page and shows nothing after this long was stopped, or nobody answers: it may be tried again. */
const leavingMs = 20_000

/** Forms whose answer is awaited, each with what gives its button back. */
const pendingForms = new Map<HTMLFormElement, () => void>()

/**
 * The pressed button says that something is under way: in its own word, in its form's, or in that of the page (root.tsx).
 * False while an earlier press of the form has no answer, so that a second one does nothing.
 */
export function startPending(form: HTMLFormElement, submitter?: HTMLElement | null) {
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

/** An answer came, or none will. */
export function endPending(form: HTMLFormElement) {
  pendingForms.get(form)?.()
  pendingForms.delete(form)
}

/** Another page is on its way: until it is here a second press does nothing either. */
export function leavePending(form: HTMLFormElement) {
  const press = pendingForms.get(form)
  setTimeout(() => pendingForms.get(form) === press && endPending(form), leavingMs)
}

/** For forms that no script sends: what is typed stays when there is no connection, instead of the browser's own page. */
export function guardSubmissions() {
  let isChecked = false
  document.addEventListener('submit', (event) => {
    const { target: form, submitter } = event
    if (event.defaultPrevented || isChecked || !(form instanceof HTMLFormElement) || !opensPage(form)) return
    if (!startPending(form, submitter)) return event.preventDefault()
    leavePending(form)
    if (navigator.onLine) return
    // Browsers on the clinic's own computer say so as well where only the network around it is missing.
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
  // A page that the browser kept whole comes back as it was left.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) for (const form of [...pendingForms.keys()]) endPending(form)
  })
}

/** In words, near what was pressed; by default that there is no connection. */
export function showMessage(near: Element, pressed?: Element | null, text?: string | null) {
  document.querySelector('.said')?.remove()
  const note = document.createElement('p')
  note.className = 'note note-error said'
  note.setAttribute('role', 'alert')
  const { offline } = (near.closest<HTMLElement>('[data-offline]') ?? document.body).dataset
  // A phone number stays on one line.
  note.textContent = (text ?? offline ?? '').replaceAll(') ', ')\u{a0}')
  // A form's button may stand far from the form, in what opens over the page.
  const beside = pressed?.closest('[data-live], [popover] ul, form') ?? near
  beside.after(note)
  note.scrollIntoView({ block: 'nearest' })
}

/** Enter presses the first button of a form; where nobody sees that one, another means the same. */
function findVisibleButton(submitter: HTMLElement, form: HTMLFormElement) {
  if (!submitter.matches('button[aria-hidden]')) return submitter
  const seen = form.querySelectorAll<HTMLButtonElement>('button:not([aria-hidden], [type="button"])')
  return [...seen].find(({ value }) => value === (submitter.getAttribute('value') ?? '')) ?? submitter
}

function showPendingText(button: HTMLElement) {
  const label = [...button.childNodes]
  const { ariaLabel } = button
  // Nothing around it moves.
  const { width, height } = button.getBoundingClientRect()
  button.style.minWidth = `${width}px`
  button.style.minHeight = `${height}px`
  button.ariaLabel = null
  button.ariaDisabled = 'true'
  button.textContent = button.closest<HTMLElement>('[data-pending]')?.dataset.pending ?? ''
  return () => {
    button.replaceChildren(...label)
    button.ariaLabel = ariaLabel
    button.ariaDisabled = null
    button.removeAttribute('style')
  }
}

/** The answer to some is a file, which comes while the page stays. */
const opensPage = (form: HTMLFormElement) =>
  form.getAttribute('method') === 'post' && !/\/(export|file)$/.test(form.getAttribute('action') ?? '')
