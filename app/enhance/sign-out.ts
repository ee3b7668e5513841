import { fetchPage, swap } from './swap.ts'

/** Somebody signed out in another tab, or elsewhere: this one shows it as soon as it is looked at again. */
export function noticeSignOut() {
  addEventListener('focus', look)
  addEventListener('pageshow', ({ persisted }) => persisted && look())
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && look())
}

let looking = false

async function look() {
  if (looking || !isSomebodys(document)) return
  looking = true
  const answer = await fetchPage(location.href).catch(() => undefined)
  looking = false
  // A proxy's page, or none, says nothing.
  if (!answer?.page?.getElementById('main') || isSomebodys(answer.page)) return
  // What led elsewhere was theirs alone. On any other page what is being typed stays.
  if (answer.redirected || !isBeingTyped()) return location.reload()
  for (const id of ['account', 'menu-account']) {
    const part = document.getElementById(id)
    if (part) swap(part, answer.page)
  }
}

const isSomebodys = (page: Document) => page.querySelector('[data-viewer]') !== null

const isBeingTyped = () =>
  [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')].some(
    ({ value, defaultValue }) => value !== defaultValue,
  )
