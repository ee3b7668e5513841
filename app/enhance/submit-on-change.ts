import { isSwapping } from './swap.ts'

/** A field marked data-press presses the button that it names once its value has changed. */
export function submitOnChange() {
  let pause: ReturnType<typeof setTimeout> | undefined
  document.addEventListener('change', press)
  // Fields marked data-press-typing also do so in pauses of typing.
  document.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.dataset.pressTyping === undefined) return
    clearTimeout(pause)
    pause = setTimeout(() => press({ target }), 300)
  })
  document.addEventListener('keydown', (event) => {
    // Enter would press the form's first button, which means something else.
    if (event.key === 'Enter' && press(event)) event.preventDefault()
  })
}

/** Returns whether the event is about such a field. */
function press({ target: field }: Pick<Event, 'target'>) {
  if (isSwapping || !(field instanceof HTMLInputElement)) return false
  const button = document.getElementById(field.dataset.press ?? '')
  if (!(button instanceof HTMLButtonElement)) return false
  if (field.value !== field.defaultValue && field.value !== field.dataset.pressed) {
    field.dataset.pressed = field.value
    button.form?.requestSubmit(button)
  }
  return true
}

/** Call when a form is sent: from now on the server decides the values of these fields. */
export function markFieldsSubmitted(form: HTMLFormElement) {
  for (const field of form.elements)
    if (field instanceof HTMLInputElement && field.dataset.pressed !== undefined) {
      field.defaultValue = field.value
      delete field.dataset.pressed
    }
}
