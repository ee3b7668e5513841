/** While one request after the other comes in, work in the background steps back. */
const momentMs = 100

/** Knows whether this process served somebody a moment ago. */
export function watchVisitors() {
  let seenAt = -momentMs
  return {
    seen() {
      seenAt = performance.now()
    },
    justSeen: () => performance.now() - seenAt < momentMs,
  }
}
