/** To the first wrong field, else to what the form says (ui/forms/field-state.ts), so that it is read out and in view. */
export function focusOutcome(sectionId: string) {
  const outcome = document.getElementById(sectionId)?.querySelector<HTMLElement>('[id$="outcome"]')
  // By itself the focus would scroll to the very edge, with the label and what the form says under the header.
  focus(outcome, { preventScroll: true })
  outcome?.scrollIntoView({ block: 'nearest' })
}

/** To what stands where the pressed button stood; when that is gone or at its end, to the part around it. */
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
