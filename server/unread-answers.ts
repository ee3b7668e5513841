import type { ServerResponse } from 'node:http'

/** Each holds a page in memory, and nobody who reads is among them for longer than a moment. */
const mostUnread = 500

/** Bounds how many answers wait to be read: above that, the connection of the oldest one is cut off. */
export function createUnreadAnswers(cut: () => void, most = mostUnread) {
  const unread = new Set<ServerResponse>()
  return {
    count: () => unread.size,
    /** This answer is on its way. */
    add(response: ServerResponse) {
      if (response.closed) return
      unread.add(response)
      response.once('close', () => unread.delete(response))
      if (unread.size <= most) return
      const [oldest] = unread
      if (!oldest) return
      unread.delete(oldest)
      oldest.destroy()
      cut()
    },
  }
}
