import { likelyMeant } from '#app/domain/shared/email-typos.ts'
import { pause } from './swap.ts'

/** An address that looks mistyped is asked about once its field is left, by the rule and in the words of the server. */
export function hintAtSlips() {
  document.addEventListener('change', async ({ target: field }) => {
    if (!(field instanceof HTMLInputElement) || !field.dataset.slip) return
    // What moves a button that is being pressed takes the press along.
    do await pause(20)
    while (document.querySelector('a:active, button:active'))
    const meant = likelyMeant(field.value.trim())
    const hint = field.parentElement?.querySelector('[role="status"]')
    if (hint) hint.textContent = meant ? field.dataset.slip.replace('…', meant.domain) : ''
  })
}
