/** A request of a page to work on that got no answer of its page; `reason` if the server gave one. */
export type LostRequest = { url: string; isPost: boolean; reason?: string | undefined }

/** Dispatched on `window`, with a `LostRequest` as its detail. */
export const lostRequestEvent = 'lost-request'

/** Returns a function that stops listening. */
export function onLostRequest(listen: (lost: LostRequest) => void) {
  const listener = (event: Event) => listen((event as CustomEvent<LostRequest>).detail)
  addEventListener(lostRequestEvent, listener)
  return () => removeEventListener(lostRequestEvent, listener)
}
