import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Many more than a clinic has visitors; each costs some ten kilobytes. */
const mostConnections = 5_000

/**
 * Bounds how many connections there are. At the bound the one that has gone longest without sending a whole request is
 * cut off for the newcomer: whoever drips, idles or does not read gives way to whoever asks. No address counts for that,
 * since behind a proxy all visitors come from one.
 */
export function boundConnections(server: Server, cut: () => void, most = connectionsAllowed()) {
  // In the order of their last whole request.
  const open = new Map<Socket, true>()
  server.on('connection', (socket: Socket) => {
    if (open.size >= most) {
      const [slowest] = open.keys()
      slowest?.destroy()
      if (slowest) open.delete(slowest)
      cut()
    }
    open.set(socket, true)
    socket.once('close', () => open.delete(socket))
  })
  return {
    count: () => open.size,
    /** This one sent a whole request just now. */
    asked(socket: Socket) {
      // One that was cut off is not taken back.
      if (open.delete(socket)) open.set(socket, true)
    },
  }
}

/** The system's own bound for open files, less what the database, the mail server and others need. */
export function connectionsAllowed(limits = systemLimits()) {
  const files = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Infinity)
  return Math.max(50, Math.min(mostConnections, files - 200))
}

function systemLimits() {
  try {
    return readFileSync('/proc/self/limits', 'utf8')
  } catch {
    return ''
  }
}
