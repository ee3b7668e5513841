import { randomInt } from 'node:crypto'
import { connect, createServer, type Server, type Socket } from 'node:net'

/** Below the ephemeral ports that systems assign; the second port of each pair marks it as taken. */
const [lowest, pairs] = [20_000, 6_000]

/**
 * A free port of 127.0.0.1 for a server that is started later, perhaps several times. It stays reserved for as long as
 * this process lives, because this process listens on the port after it, and other processes check that port.
 */
export async function freePort() {
  for (let tries = 0; tries < 1_000; tries += 1) {
    const port = lowest + 2 * randomInt(pairs)
    const mark = await tryListen(port + 1)
    const probe = mark && (await tryListen(port))
    if (mark && probe) {
      mark.unref()
      await closeServer(probe)
      return port
    }
    if (mark) await closeServer(mark)
  }
  throw new Error('no port is free')
}

/** Undefined if the port is taken. */
function tryListen(port: number) {
  const server = createServer()
  return new Promise<Server | undefined>((resolve) =>
    server
      .once('error', () => resolve(undefined))
      .once('listening', () => resolve(server))
      .listen(port, '127.0.0.1'),
  )
}

const closeServer = (server: Server) => new Promise((resolve) => server.close(resolve))

/** The port of a server that listens on any free port. */
export function portOf(server: Pick<Server, 'address'>) {
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('no port')
  return address.port
}

type Site = { port: string }

/** A raw connection that records everything it receives. */
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
    /** The statuses of the responses so far, in order. */
    statuses: () => statuses,
    /** Everything received until the other side closed the connection. */
    untilClosed: () =>
      new Promise<string>((resolve) =>
        socket.closed ? resolve(received) : socket.once('close', () => resolve(received)),
      ),
  }
}

/** Sends a raw request and returns the response; the request must close its connection. */
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
