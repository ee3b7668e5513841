import { connect, createServer, type Socket } from 'node:net'
import { freePort } from '#tests/support/connections.ts'

/** A proxy between the site and a server, which can be cut off, fall silent and come back. */
export async function startProxy(target: { host: string; port: number }) {
  const port = await freePort()
  const sockets = new Set<Socket>()
  let silent = false
  const server = createServer((near) => {
    const far = connect(target)
    join(near, far)
    join(far, near)
  })

  function join(from: Socket, to: Socket) {
    sockets.add(from)
    from.on('data', (bytes) => !silent && to.write(bytes))
    from.on('error', () => {})
    from.on('close', () => {
      sockets.delete(from)
      to.destroy()
    })
  }

  const listen = () => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  function hangUp() {
    for (const socket of sockets) socket.destroy()
  }

  await listen()
  return {
    port,
    /** Breaks connections and refuses new ones. */
    goAway() {
      server.close()
      hangUp()
    },
    comeBack: listen,
    /** Keeps connections open, but passes nothing on. */
    fallSilent: () => void (silent = true),
    /** Data sent meanwhile is lost, as after a network outage. */
    speakAgain() {
      silent = false
      hangUp()
    },
    hangUp,
    stop() {
      server.close()
      hangUp()
    },
  }
}
