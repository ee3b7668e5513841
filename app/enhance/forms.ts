import { swapFromServer } from './swap.ts'

/**
 * Forms marked data-enhance are posted without leaving the page: the server's answer, redirect included, is the
 * page that a visitor without scripts would see, and only the form's section of it is shown.
 */
export function enhanceForms() {
  document.addEventListener('submit', (event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || form.dataset.enhance === undefined) return
    const section = form.closest('[data-swap]')
    if (!section?.id) return
    event.preventDefault()
    // A second click while the first is under way is the same wish.
    if (form.getAttribute('aria-busy') === 'true') return
    form.setAttribute('aria-busy', 'true')
    void send(form, section)
  })
}

async function send(form: HTMLFormElement, section: Element) {
  // A form's own fields can hide its properties: a field named 'action' would.
  const action = form.getAttribute('action') ?? location.href
  const fields = [...new FormData(form)].filter((pair): pair is [string, string] => typeof pair[1] === 'string')
  try {
    const shown = await swapFromServer(section, action, { method: 'POST', body: new URLSearchParams(fields) })
    if (shown) focusOutcome(section.id)
    // An answer without this section, an error page for instance: let the browser show all of it.
    else submitAsUsual(form)
  } catch {
    form.removeAttribute('aria-busy')
    sayOffline(form)
  }
}

function submitAsUsual(form: HTMLFormElement) {
  // On the way back the browser may show this very document again.
  form.removeAttribute('aria-busy')
  form.submit()
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

/** To the first field in error, else to the message, so that it is read out and in view. */
function focusOutcome(id: string) {
  const section = document.getElementById(id)
  const target = section?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"], [role="status"]')
  if (!target) return
  if (!target.matches('input, textarea, select')) target.tabIndex = -1
  target.focus()
}
