import { fetchPage, swap } from './swap.ts'

/** Somebody signed out in another tab, or elsewhere: this one shows it as soon as it is looked at again. */
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
  // A proxy's page, or none, says nothing.
  if (!answer?.page?.getElementById('main') || isSignedIn(answer.page)) return
  // What led elsewhere was theirs alone. On any other page what is being typed stays.
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
