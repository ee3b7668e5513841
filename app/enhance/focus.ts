/** Focuses the first invalid field, else the form's message (ui/forms/field-state.ts). */
export function focusOutcome(sectionId: string) {
  const outcome = document.getElementById(sectionId)?.querySelector<HTMLElement>('[id$="outcome"]')
  // The browser's own scrolling would hide the label below the header.
  focus(outcome, { preventScroll: true })
  outcome?.scrollIntoView({ block: 'nearest' })
}

/** Focuses the element with the same id as before; if it is gone or disabled, its parent or section. */
export function restoreFocus(id: string | undefined, sectionId: string | undefined) {
  const same = id ? document.getElementById(id) : null
  if (same && !same.matches(':disabled')) return same.focus()
  focus(same?.parentElement ?? document.getElementById(sectionId ?? ''))
}

function focus(target: HTMLElement | null | undefined, options?: FocusOptions) {
  if (!target) return
  if (!target.matches('input, textarea, select, button, a')) target.tabIndex = -1
  target.focus(options)
}
