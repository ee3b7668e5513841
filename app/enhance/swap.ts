/** After this long without an answer the visitor is told, and can try again. */
const patienceMs = 15_000

/** Fetches a page of ours and puts its part with the same id in place of `part`; false when it has no such part. */
export async function swapFromServer(part: Element, address: string, options: RequestInit = {}) {
  const response = await fetch(address, {
    ...options,
    credentials: 'same-origin',
    headers: { Accept: 'text/html' },
    signal: AbortSignal.timeout(patienceMs),
  })
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  const fresh = page.getElementById(part.id)
  if (!fresh) return false
  part.replaceWith(document.adoptNode(fresh))
  return true
}
