import { fetchPage, swap } from './swap.ts'

/** Shows a sign-out from another tab at the next focus. */
export function detectSignOut() {
  addEventListener('focus', checkSignOut)
  addEventListener('pageshow', ({ persisted }) => persisted && checkSignOut())
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && checkSignOut())
}

let isChecking = false

async function checkSignOut() {
  if (isChecking || !isSignedIn(document)) return
  isChecking = true
  const answer = await fetchPage(location.href).catch(() => undefined)
  isChecking = false
  // Ignore a proxy's page.
  if (!answer?.page?.getElementById('main') || isSignedIn(answer.page)) return
  // Reload a private page; on any other page, keep what is being typed.
  if (answer.redirected || !hasUnsavedText()) return location.reload()
  for (const id of ['account', 'menu-account']) {
    const part = document.getElementById(id)
    if (part) swap(part, answer.page)
  }
}

const isSignedIn = (page: Document) => page.querySelector('[data-viewer]') !== null

const hasUnsavedText = () =>
  [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')].some(
    ({ value, defaultValue }) => value !== defaultValue,
  )
