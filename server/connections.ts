import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Many more than a clinic has visitors; each costs some ten kilobytes. */
const mostConnections = 5_000

/**
 * Browsers and proxies wait for an answer before they ask again over the same connection. Who does not gets no more
 * into one turn of the event loop, in which nobody else is heard.
 */
const mostInOneTurn = 100

type Bounds = { mostConnections: number; mostInOneTurn: number }

type Standing = { turn: number; asked: number; isHungUp: boolean }

/**
 * Bounds how many connections there are. At the bound the one that has gone longest without sending a whole request is
 * cut off for the newcomer: whoever drips, idles or does not read gives way to whoever asks. No address counts for that,
 * since behind a proxy all visitors come from one.
 */
export function boundConnections(
  server: Server,
  cut: () => void,
  bounds: Bounds = { mostConnections: connectionsAllowed(), mostInOneTurn },
) {
  // In the order of their last whole request.
  const open = new Map<Socket, Standing>()
  let turn = 0
  let isTurning = false
  server.on('connection', (socket: Socket) => {
    if (open.size >= bounds.mostConnections) {
      const [slowest] = open.keys()
      if (slowest) cutOff(slowest)
    }
    open.set(socket, { turn, asked: 0, isHungUp: false })
    socket.once('close', () => open.delete(socket))
  })

  function cutOff(socket: Socket) {
    open.delete(socket)
    socket.destroy()
    cut()
  }

  /** The turns are counted only while somebody asks. */
  function countTurns() {
    if (isTurning) return
    isTurning = true
    setImmediate(() => {
      isTurning = false
      turn += 1
    })
  }

  return {
    count: () => open.size,
    /** False when nothing is to be done for a request, because its connection is over. */
    mayAsk(socket: Socket) {
      const standing = open.get(socket)
      if (!standing || standing.isHungUp) return false
      countTurns()
      if (standing.turn !== turn) Object.assign(standing, { turn, asked: 0 })
      standing.asked += 1
      if (standing.asked <= bounds.mostInOneTurn) return true
      cutOff(socket)
      return false
    },
    /** This one sent a whole request just now. */
    asked(socket: Socket) {
      const standing = open.get(socket)
      // One that was cut off is not taken back.
      if (!standing) return
      open.delete(socket)
      open.set(socket, standing)
    },
    /** Its last answer is on the way; what came behind that request is not looked at. */
    hangUp(socket: Socket) {
      const standing = open.get(socket)
      if (standing) standing.isHungUp = true
    },
  }
}

export type Connections = ReturnType<typeof boundConnections>

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
