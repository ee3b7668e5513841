// Only on a newsletter's page: follows the sending, and logs failed recipients to the console.
import { fetchPage, pause, swap, swapLiveParts } from './swap.ts'

const everyMs = 1_500

// Tells the server not to refresh the page by itself, as it does without scripts.
document.cookie = 'follows=1; path=/admin/newsletter; samesite=lax'

/** Refreshes the page while a newsletter is being sent. */
async function follow() {
  for (let run = findRun(); run; run = findRun()) {
    run.querySelector('[data-refresh]')?.remove()
    await pause(everyMs)
    if (document.hidden) continue
    // Retry if the server is down.
    const { page } = await fetchPage(location.pathname).catch(() => ({ page: undefined }))
    const fresh = page?.getElementById('run')
    if (!page || !fresh) continue
    if (fresh.dataset.follow !== run.dataset.follow) showNextState(run, page)
    swapLiveParts(page)
  }
  listFailures()
}

const findRun = () => document.querySelector<HTMLElement>('#run[data-follow]')

function showNextState(run: HTMLElement, page: Document) {
  const hadFocus = run.contains(document.activeElement)
  const said = document.getElementById('run-said')
  swap(run, page)
  // Announce the result in the live region, which stays the same element.
  const result = [...document.querySelectorAll('#run .note')].map(({ textContent }) => textContent?.trim())
  if (said && result.length > 0) {
    said.removeAttribute('data-live')
    said.textContent = result.join(' ')
  }
  if (!hadFocus) return
  const fresh = document.getElementById('run')
  fresh?.setAttribute('tabindex', '-1')
  fresh?.focus()
}

/** The specification's text says 'Check console for details.' */
function listFailures() {
  for (const failure of document.querySelectorAll('[data-console] > li'))
    // oxlint-disable-next-line no-console -- It is what the page promises.
    console.error(failure.textContent)
}

void follow()
