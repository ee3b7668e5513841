import { randomInt } from 'node:crypto'
import { connect, createServer, type Server, type Socket } from 'node:net'

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

type Site = { port: string }

/** A connection that sends what it is told, as it is, and keeps what comes back. */
export function openRaw(site: Site) {
  const socket: Socket = connect(Number(site.port), '127.0.0.1')
  let received = ''
  const statuses: number[] = []
  let looked = 0
  socket.on('data', (bytes) => {
    received += bytes.toString('latin1')
    const begin = /HTTP\/1\.1 (\d{3}) /g
    begin.lastIndex = looked
    for (let found = begin.exec(received); found; found = begin.exec(received)) {
      statuses.push(Number(found[1]))
      looked = begin.lastIndex
    }
  })
  socket.on('error', () => {})
  return {
    socket,
    received: () => received,
    /** Of the answers so far, in their order. */
    statuses: () => statuses,
    /** Everything that came until the other side closed the connection. */
    untilClosed: () =>
      new Promise<string>((resolve) =>
        socket.closed ? resolve(received) : socket.once('close', () => resolve(received)),
      ),
  }
}

/** Sends this and answers all that comes back; the request has to end its connection. */
export async function sendRaw(site: Site, text: string | Buffer) {
  const { socket, untilClosed } = openRaw(site)
  socket.write(typeof text === 'string' ? Buffer.from(text, 'latin1') : text)
  const answer = await untilClosed()
  const [head = '', ...body] = answer.split('\r\n\r\n')
  return {
    status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1] ?? 0),
    location: /^location: (.*)$/im.exec(head)?.[1],
    head,
    body: body.join('\r\n\r\n'),
  }
}
