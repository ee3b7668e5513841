import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { clockAhead } from './clock-ahead.server.ts'

async function serve(date: string | undefined) {
  const server = createServer((_, response) => {
    response.sendDate = false
    if (date) response.setHeader('Date', date)
    response.writeHead(403).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('compares with the Date of any answer, also of a refusal', async () => {
  const twoMinutesAgo = new Date(Date.now() - 120_000).toUTCString()
  expect(await clockAhead(await serve(twoMinutesAgo))).toBeGreaterThan(115_000)
  expect(await clockAhead(await serve(undefined))).toBeUndefined()
  expect(await clockAhead('http://127.0.0.1:1')).toBeUndefined()
})
