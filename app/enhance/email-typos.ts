import { suggestEmail } from '#app/domain/shared/email-typos.ts'

/**
 * When a field with a probably mistyped address loses focus, asks about it below the field, by the server's rule and in
 * its words.
 */
export function suggestEmailFixes() {
  document.addEventListener('change', async ({ target: field }) => {
    if (!(field instanceof HTMLInputElement) || !field.dataset.didYouMean) return
    // Moving a button while it is pressed would lose the press.
    do await pause(20)
    while (document.querySelector('a:active, button:active'))
    document.getElementById(toQuestionId(field))?.remove()
    const meant = suggestEmail(field.value.trim())
    if (meant && field.isConnected) await showQuestion(field, meant.email)
    updateDescription(field)
  })
}

async function showQuestion(field: HTMLInputElement, email: string) {
  const { didYouMean = '', use = '' } = field.dataset
  const question = document.createElement('p')
  question.id = toQuestionId(field)
  question.className = 'typo'
  // A polite live region; a status is reserved for the form's outcome.
  question.setAttribute('aria-live', 'polite')
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'btn-text'
  button.textContent = use.replace('…', email)
  button.onclick = () => {
    question.remove()
    updateDescription(field)
    field.value = email
    field.focus()
  }
  field.after(question)
  await pause(20)
  question.append(didYouMean.replace('…', email), ' ', button)
}

function updateDescription(field: HTMLInputElement) {
  const id = toQuestionId(field)
  const others = (field.getAttribute('aria-describedby') ?? '').split(' ').filter((other) => other && other !== id)
  const all = document.getElementById(id) ? [...others, id] : others
  if (all.length > 0) field.setAttribute('aria-describedby', all.join(' '))
  else field.removeAttribute('aria-describedby')
}

const toQuestionId = ({ id }: HTMLInputElement) => `${id}-typo`

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
