import { connect, type Socket } from 'node:net'

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
