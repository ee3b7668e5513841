/** After this long without an answer the visitor is told, and can try again. */
const timeoutMs = 15_000

/** Whether it is on this very site; an address that only begins like ours is not. */
export const isSameOrigin = (address: string | URL) => new URL(address, location.href).origin === location.origin

/** A page of ours as the server has it now; undefined when it only says where to go next. */
export async function fetchPage(address: string, options: RequestInit = {}) {
  if (!isSameOrigin(address)) throw new Error('not a page of ours')
  const response = await fetch(address, {
    ...options,
    // With it a redirect is answered as 204 with its Location: the browser would follow it behind our back.
    headers: { Accept: 'text/html', 'X-Enhanced': '1' },
    signal: AbortSignal.timeout(timeoutMs),
  })
  const next = response.headers.get('Location')
  if (!isSameOrigin(next ?? response.url)) throw new Error('an answer that leads elsewhere')
  if (next) return { next: new URL(next, location.href) }
  const text = await response.text()
  // A button that is replaced between being pressed and let go takes the press along.
  while (document.querySelector('a:active, button:active')) await pause(20)
  return {
    status: response.status,
    redirected: response.redirected,
    page: new DOMParser().parseFromString(text, 'text/html'),
  }
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Browsers call a field changed that is taken away with the focus in it; nobody has left it. */
export let isSwapping = false

/** Puts the page's part with the same id in place of `part`; false when it has no such part. */
export function swap(part: Element, page: Document) {
  const fresh = page.getElementById(part.id)
  if (!fresh) return false
  // A region that is read out when its text changes must stay the same element.
  if (part.matches('[role="status"]')) {
    if (part.textContent !== fresh.textContent) part.textContent = fresh.textContent
  }
  // A copy: a section that takes its place can hold live parts, which are looked for once more.
  else replace(part, document.importNode(fresh, true))
  return true
}

function replace(part: Element, ...fresh: Element[]) {
  isSwapping = true
  part.replaceWith(...fresh)
  isSwapping = false
}

type Typed = HTMLInputElement | HTMLTextAreaElement

/** What every page shows of the visitor's own, such as the cart's count, wherever it stands. */
export function swapLiveParts(page: Document) {
  for (const part of document.querySelectorAll('[data-live]')) {
    const unsent = [...part.querySelectorAll<Typed>('input, textarea')].filter(
      ({ value, defaultValue }) => value !== defaultValue,
    )
    if (!swap(part, page)) replace(part)
    for (const field of unsent) restoreTyped(field)
  }
}

/** What was being typed into a live part while the answer was on its way, or waits for its turn to be sent. */
function restoreTyped({ id, value, dataset }: Typed) {
  const field = document.getElementById(id)
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return
  field.value = value
  Object.assign(field.dataset, dataset)
  // A field of a date has no caret, and throws.
  if (field.selectionStart !== null) field.setSelectionRange(value.length, value.length)
}
