import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { boundConnections, connectionsAllowed } from './connections.ts'

test('at the bound the connection that has asked for nothing for longest gives way to a newcomer', async () => {
  let cut = 0
  const server = createServer((request, response) => {
    connections.asked(request.socket)
    response.end('ok')
  })
  const connections = boundConnections(server, () => (cut += 1), 3)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close().closeAllConnections())
  const open = async () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
    await Promise.all([once(socket, 'connect'), once(server, 'connection')])
    return socket
  }
  const first = await open()
  const silent = await open()
  const third = await open()
  first.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(first, 'data')
  const closed = once(silent, 'close')
  silent.resume()
  await open()
  await closed
  expect([first.closed, third.closed, cut, connections.count()]).toEqual([false, false, 1, 3])
})

test('as many connections as the system has files for, less what the site needs itself', () => {
  const limits = (files: string) => `Max processes 100 100 processes\nMax open files            ${files} 524288 files\n`
  expect(connectionsAllowed(limits('1024'))).toBe(824)
  expect(connectionsAllowed(limits('524288'))).toBe(5_000)
  expect(connectionsAllowed(limits('unlimited'))).toBe(5_000)
  expect(connectionsAllowed('')).toBe(5_000)
})
