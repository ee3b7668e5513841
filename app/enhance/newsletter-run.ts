// Only on the page of a newsletter: follows it on its way, and writes who did not get it to the console.
import { fetchPage, pause, swap, swapLiveParts } from './swap.ts'

const everyMs = 1_500

// Told to the server, which has pages without scripts look again by themselves; theirs is also the link to do so.
document.cookie = 'follows=1; path=/admin/newsletter; samesite=lax'

/** What the page shows while a newsletter goes out; once it has come to another state, that part is put in place. */
async function follow() {
  for (let run = findRun(); run; run = findRun()) {
    run.querySelector('[data-refresh]')?.remove()
    await pause(everyMs)
    if (document.hidden) continue
    // A server that is away or restarted is asked again.
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
  // Read out: the region stays, what it says is new.
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

/** As the specification's text says. */
function listFailures() {
  for (const failure of document.querySelectorAll('[data-console] > li'))
    // oxlint-disable-next-line no-console -- It is what the page promises.
    console.error(failure.textContent)
}

void follow()
