import { createServer, type Socket } from 'node:net'
import { portOf } from '../tests/support/connections.ts'

/**
 * A minimal mail server in its own process: it answers each command and discards each message, so that only the sender
 * is measured. It reports its port to its parent, and every 50 ms how many messages it received and when.
 */
let taken = 0
let firstAt = 0
let lastAt = 0

const server = createServer({ noDelay: true }, (socket) => {
  converse(socket)
  socket.on('error', () => {})
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: portOf(server) }))
setInterval(() => process.send?.({ taken, firstAt, lastAt }), 50)
process.once('disconnect', () => process.exit())

function converse(socket: Socket) {
  let inBody = false
  let rest = ''
  socket.setEncoding('latin1')
  socket.write('220 sink\r\n')
  socket.on('data', (text) => {
    rest += String(text)
    let answers = ''
    for (;;) {
      const end = rest.indexOf(inBody ? '\r\n.\r\n' : '\r\n')
      if (end < 0) break
      const command = rest.slice(0, 4).toUpperCase()
      rest = rest.slice(end + (inBody ? 5 : 2))
      if (inBody) {
        inBody = false
        count()
        answers += '250 taken\r\n'
      } else if (command === 'DATA') {
        inBody = true
        // So that a message that follows at once ends like one that has a line before its dot.
        rest = rest && `\r\n${rest}`
        answers += '354 go on\r\n'
      } else if (command === 'EHLO') answers += '250-sink\r\n250-PIPELINING\r\n250 8BITMIME\r\n'
      else answers += '250 ok\r\n'
    }
    if (answers) socket.write(answers)
  })
}

function count() {
  taken += 1
  lastAt = performance.timeOrigin + performance.now()
  if (taken === 1) firstAt = lastAt
}
