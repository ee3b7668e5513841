import { goToTablet } from '#app/domain/shared/go-to-tablet.ts'
import { hasUnsentText } from '#app/domain/shared/unsent-text.ts'

/**
 * Loads the page again if it shows an old cart count or an account that has signed out: a page from the browser's
 * back/forward cache, or one of a signed-in visitor who comes back from another tab.
 */
export function noticeVisitorChanges() {
  // Forms post to a fragment; loading such an answer again would post again.
  const checkAccount = () => isSignedIn() && check(location.hash !== '')
  addEventListener('pageshow', ({ persisted }) => persisted && check(false))
  addEventListener('focus', checkAccount)
  document.addEventListener('visibilitychange', () => document.hidden || checkAccount())
}

async function check(isAnswer: boolean) {
  const visitor = await fetch('/visitor')
    .then((answer) => answer.json())
    .catch(() => undefined)
  if (visitor?.isTablet) return goToTablet()
  if (!visitor || (visitor.isSignedIn === isSignedIn() && visitor.cartLines === countCartLines())) return
  if (!isAnswer && !hasUnsentText()) location.reload()
  // Hides the account from the next person at this computer, and keeps what was typed.
  else if (!visitor.isSignedIn)
    for (const account of document.querySelectorAll('#account, #menu-account')) account.replaceChildren()
}

const isSignedIn = () => document.querySelector('[data-viewer]') !== null

const countCartLines = () => Number(document.querySelector('#cart-link .badge')?.textContent ?? 0)
