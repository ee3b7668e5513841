import { randomInt } from 'node:crypto'
import { createServer, type Server } from 'node:net'

/** Below the ports that systems give to whoever asks for any, or connects somewhere; there is a server in each pair. */
const [lowest, pairs] = [20_000, 6_000]

/**
 * A port of 127.0.0.1 on which nobody listens, for a server that is started later and perhaps again and again: nobody
 * else gets it meanwhile. For as long as this process lives it listens on the one after it, which tells the others.
 */
export async function freePort() {
  for (let tries = 0; tries < 1_000; tries += 1) {
    const port = lowest + 2 * randomInt(pairs)
    const mark = await listening(port + 1)
    const probe = mark && (await listening(port))
    if (mark && probe) {
      mark.unref()
      await closed(probe)
      return port
    }
    if (mark) await closed(mark)
  }
  throw new Error('no port is free')
}

/** Undefined where somebody else does. */
function listening(port: number) {
  const server = createServer()
  return new Promise<Server | undefined>((resolve) =>
    server
      .once('error', () => resolve(undefined))
      .once('listening', () => resolve(server))
      .listen(port, '127.0.0.1'),
  )
}

const closed = (server: Server) => new Promise((resolve) => server.close(resolve))

/** Where a server listens that was given any free port. */
export function portOf(server: Pick<Server, 'address'>) {
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('no port')
  return address.port
}
