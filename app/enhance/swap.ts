const timeoutMs = 15_000

export const isSameOrigin = (address: string | URL) => new URL(address, location.href).origin === location.origin

/** Fetches a page of ours; for a redirect, returns only its target. */
export async function fetchPage(address: string, options: RequestInit = {}) {
  if (!isSameOrigin(address)) throw new Error('not a page of ours')
  const response = await fetch(address, {
    ...options,
    // The server answers redirects with 204 and a Location, because fetch would follow them unseen.
    headers: { Accept: 'text/html', 'X-Enhanced': '1' },
    signal: AbortSignal.timeout(timeoutMs),
  })
  const next = response.headers.get('Location')
  if (!isSameOrigin(next ?? response.url)) throw new Error('an answer that leads elsewhere')
  if (next) return { next: new URL(next, location.href) }
  const text = await response.text()
  // Replacing a button while it is pressed would lose the press.
  while (document.querySelector('a:active, button:active')) await pause(20)
  return {
    status: response.status,
    redirected: response.redirected,
    page: new DOMParser().parseFromString(text, 'text/html'),
  }
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Removing a focused field fires a change event, which is to be ignored. */
export let isSwapping = false

/** Replaces `part` by the new page's part with the same id; false if there is none. */
export function swap(part: Element, page: Document) {
  const fresh = page.getElementById(part.id)
  if (!fresh) return false
  // A live region must stay the same element.
  if (part.matches('[role="status"]')) {
    if (part.textContent !== fresh.textContent) part.textContent = fresh.textContent
  }
  // A copy, because live parts in it are looked up again.
  else replace(part, document.importNode(fresh, true))
  return true
}

function replace(part: Element, ...fresh: Element[]) {
  isSwapping = true
  part.replaceWith(...fresh)
  isSwapping = false
}

type Typed = HTMLInputElement | HTMLTextAreaElement

/** Replaces the parts that show the visitor's own state, such as the cart's count. */
export function swapLiveParts(page: Document) {
  for (const part of document.querySelectorAll('[data-live]')) {
    const unsent = [...part.querySelectorAll<Typed>('input, textarea')].filter(
      ({ value, defaultValue }) => value !== defaultValue,
    )
    if (!swap(part, page)) replace(part)
    for (const field of unsent) restoreTyped(field)
  }
}

/** Restores text that was typed into a live part meanwhile. */
function restoreTyped({ id, value, dataset }: Typed) {
  const field = document.getElementById(id)
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return
  field.value = value
  Object.assign(field.dataset, dataset)
  // A date field has no caret and throws.
  if (field.selectionStart !== null) field.setSelectionRange(value.length, value.length)
}
