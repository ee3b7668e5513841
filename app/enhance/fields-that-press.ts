/** A field marked data-press presses the button it names once its value was changed, by Enter or by leaving it. */
export function letFieldsPress() {
  document.addEventListener('change', press)
  document.addEventListener('keydown', (event) => {
    // Enter would press the first button of the form, which means something else.
    if (event.key === 'Enter' && press(event)) event.preventDefault()
  })
}

/** Answers whether the event is about such a field. */
function press({ target: field }: Event) {
  if (!(field instanceof HTMLInputElement)) return false
  const button = document.getElementById(field.dataset.press ?? '')
  if (!(button instanceof HTMLButtonElement)) return false
  if (field.value !== field.defaultValue) {
    // From here on it is the server's to say what stands there.
    field.defaultValue = field.value
    button.form?.requestSubmit(button)
  }
  return true
}
