import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { boundConnections, connectionsAllowed } from './connections.ts'
import { portOf } from '#tests/support/free-port.ts'

async function serverFor({ most = 3, inOneTurn = 10 }) {
  const seen = { cut: 0, answered: 0 }
  const server = createServer((request, response) => {
    if (!connections.mayAsk(request.socket)) return
    connections.asked(request.socket)
    seen.answered += 1
    if (request.url === '/last') {
      connections.hangUp(request.socket)
      response.setHeader('Connection', 'close')
    }
    response.end('ok')
  })
  const bounds = { mostConnections: most, mostInOneTurn: inOneTurn }
  const connections = boundConnections(server, () => (seen.cut += 1), bounds)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close().closeAllConnections())
  const open = async () => {
    const socket = connect(portOf(server), '127.0.0.1').on('error', () => {})
    await Promise.all([once(socket, 'connect'), once(server, 'connection')])
    return socket
  }
  return { open, connections, seen }
}

const ask = (path = '/') => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`

test('at the bound the connection that has asked for nothing for longest gives way to a newcomer', async () => {
  const { open, connections, seen } = await serverFor({ most: 3 })
  const first = await open()
  const silent = await open()
  const third = await open()
  first.write(ask())
  await once(first, 'data')
  const closed = once(silent, 'close')
  silent.resume()
  await open()
  await closed
  expect([first.closed, third.closed, seen.cut, connections.count()]).toEqual([false, false, 1, 3])
})

test('who sends more than may come in one turn, before any answer, is cut off; who waits asks as often as they like', async () => {
  const { open, connections, seen } = await serverFor({ inOneTurn: 10 })
  const patient = await open()
  for (let each = 0; each < 25; each += 1) {
    patient.write(ask())
    await once(patient, 'data')
  }
  expect([seen.answered, seen.cut]).toEqual([25, 0])
  const hasty = await open()
  const closed = once(hasty.resume(), 'close')
  hasty.write(ask().repeat(1_000))
  await closed
  expect([seen.answered, seen.cut, connections.count()], 'ten of the thousand were looked at').toEqual([35, 1, 1])
})

test('what came behind the last answer of a connection is not looked at', async () => {
  const { open, seen } = await serverFor({})
  const socket = await open()
  let received = ''
  socket.on('data', (bytes) => (received += String(bytes)))
  socket.write(ask() + ask('/last') + ask().repeat(5))
  await once(socket, 'close')
  expect(received.match(/HTTP\/1\.1 200 /g)).toHaveLength(2)
  expect(received).toMatch(/^Connection: close\r$/m)
  expect([seen.answered, seen.cut]).toEqual([2, 0])
})

test('as many connections as the system has files for, less what the site needs itself', () => {
  const limits = (files: string) => `Max processes 100 100 processes\nMax open files            ${files} 524288 files\n`
  expect(connectionsAllowed(limits('1024'))).toBe(824)
  expect(connectionsAllowed(limits('524288'))).toBe(5_000)
  expect(connectionsAllowed(limits('unlimited'))).toBe(5_000)
  expect(connectionsAllowed('')).toBe(5_000)
})
