import { expect, test, vi } from 'vitest'
import { runConnectionTest } from './run-connection-test.server.ts'
import type { ConnectionId } from './connections.ts'

type Deps = Parameters<typeof runConnectionTest>[0]
const publicOrigin = 'https://clinic.example'
const mapUrl = 'https://maps.example/here'
const scheduling = 'https://calendar.example/clinic'

const run = (service: ConnectionId, deps: object) =>
  runConnectionTest(
    { config: { publicOrigin, schedulingUrl: scheduling, mail: { transport: 'outbox' } }, ...deps } as unknown as Deps,
    service,
    {
      email: { subject: '', text: '', html: '' },
      mapUrl,
    },
  )

const answers = (answer: object) => ({ test: async () => answer, askForPhoto: async () => answer })
const alert = (error?: Error) => ({ postAlert: () => (error ? Promise.reject(error) : Promise.resolve()) })
const page = (more: object) => ({
  fetchPage: vi.fn(async (url: string) => ({
    ok: true,
    status: 200,
    url,
    framing: { xFrameOptions: '', contentSecurityPolicy: '' },
    ...more,
  })),
})

const refused = { ok: false, reason: 'refused' }
const unreachable = { ok: false, reason: 'unreachable' }

test.each<[service: ConnectionId, name: string, reason: string]>([
  ['bounces', 'bounceMailbox', 'opened'],
  ['texts', 'textMessages', 'signed-in'],
  ['payments', 'payments', 'signed-in'],
  ['copy', 'copy', 'stored'],
  ['photos', 'photos', 'photo'],
])('%s work if the service says so, and else do not, with its reason', async (service, name, reason) => {
  expect(await run(service, { [name]: answers({ ok: true }) })).toEqual({ ok: true, reason })
  expect(await run(service, { [name]: answers(refused) })).toEqual(refused)
  expect(await run(service, {})).toEqual(unreachable)
})

test.each([
  [undefined, { ok: true, reason: 'taken' }],
  [new Error('it answered 403'), { ok: false, reason: 'status-403' }],
  [new DOMException('too slow', 'TimeoutError'), { ok: false, reason: 'timeout' }],
  [new TypeError('fetch failed', { cause: new Error('no such host') }), { ...unreachable, said: 'no such host' }],
])('an alert that ends with %s', async (error, result) => {
  expect(await run('alerts', alert(error))).toEqual(result)
})

test.each<[answer: object, result: object]>([
  [{}, { ok: true, reason: 'framed' }],
  [{ status: 404 }, { ok: false, reason: 'status-404' }],
  [
    { ok: false, reason: 'timeout' },
    { ok: false, reason: 'timeout' },
  ],
  [{ framing: { xFrameOptions: 'DENY', contentSecurityPolicy: '' } }, { ok: false, reason: 'not-framed' }],
  [{ url: 'https://other.example/' }, { ok: false, reason: 'other-host', said: 'other.example' }],
])('a frame whose page answers %j', async (answer, result) => {
  const deps = page(answer)
  expect(await run('map', deps)).toEqual(result)
  expect(deps.fetchPage).toHaveBeenCalledWith(mapUrl, { referrer: `${publicOrigin}/` })
  expect(await run('scheduling', deps)).toEqual(result)
  expect(deps.fetchPage).toHaveBeenLastCalledWith(scheduling, { referrer: `${publicOrigin}/` })
})
