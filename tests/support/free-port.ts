import { createServer, type Server } from 'node:net'

/** A port of 127.0.0.1 that nobody listens on right now. */
export async function freePort() {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const port = portOf(probe)
  await new Promise((resolve) => probe.close(resolve))
  return port
}

/** Where a server listens that was given any free port. */
export function portOf(server: Pick<Server, 'address'>) {
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('no port')
  return address.port
}
