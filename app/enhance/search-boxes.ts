/** Ignores blank searches and trims the others (specification, section 2). */
export function ignoreBlankSearches() {
  document.addEventListener('submit', (event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || form.getAttribute('role') !== 'search') return
    const field = form.querySelector<HTMLInputElement>('[name="q"]')
    if (!field) return
    field.value = field.value.trim()
    if (!field.value && field.required) event.preventDefault()
  })
}
