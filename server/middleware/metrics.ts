import type { HttpBindings } from '@hono/node-server'
import { hash, timingSafeEqual } from 'node:crypto'
import { BlockList, isIPv6 } from 'node:net'
import type { Hono } from 'hono'
import { isLoopback } from '#app/domain/shared/loopback.ts'
import { withTimeout } from '#app/domain/shared/with-timeout.ts'
import type { Config } from '#app/config.server.ts'
import { queueDepth } from '#app/queue/queue-depth.server.ts'
import type { Services } from '#app/services.server.ts'

/** `/metrics` for Prometheus, with METRICS_TOKEN; without that setting, only for programs on this machine. */
export function metrics(app: Hono<{ Bindings: HttpBindings }>, services: Services) {
  app.get('/metrics', async (c) => {
    const rejection = rejectUnauthorized(c.req.raw.headers, c.env.incoming.socket.remoteAddress, services.config)
    if (rejection) return c.text(...rejection)
    const { type, body } = await services.metrics.text(await readQueueDepth(services))
    return c.body(body, 200, { 'Content-Type': type, 'Cache-Control': 'no-store' })
  })
}

const timeoutMs = 2_000

/** The process's own metrics are served even while the database is away. */
const readQueueDepth = ({ database, log }: Services) =>
  withTimeout(queueDepth(database, Date.now()), timeoutMs).catch((err: unknown) => {
    log.debug({ err }, 'the queue could not be counted')
    return []
  })

type Rejection = [sentence: string, status: 401 | 403, headers: Record<string, string>]

/** A proxy on this machine connects from loopback too, but adds one of these headers. */
const isForwarded = (headers: Headers) =>
  [...headers.keys()].some((name) => /^(forwarded|via|x-forwarded-.*|x-real-ip|x-original-.*)$/i.test(name))

function rejectUnauthorized(
  headers: Headers,
  socketAddress: string | undefined,
  { metricsToken }: Config,
): Rejection | undefined {
  const fixed = { 'Cache-Control': 'no-store' }
  if (metricsToken === undefined)
    return isLoopbackAddress(socketAddress) && hasLoopbackHost(headers) && !isForwarded(headers)
      ? undefined
      : ['Without METRICS_TOKEN, only programs on this machine get an answer.', 403, fixed]
  return isSame(headers.get('Authorization') ?? '', `Bearer ${metricsToken}`)
    ? undefined
    : ['This needs the token in METRICS_TOKEN.', 401, { ...fixed, 'WWW-Authenticate': 'Bearer' }]
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/** Against DNS rebinding by a page in a browser on this machine. */
const hasLoopbackHost = (headers: Headers) => isLoopback((headers.get('Host') ?? 'localhost').replace(/:\d+$/, ''))

const isLoopbackAddress = (address: string | undefined) =>
  address !== undefined && loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

/** Compares in constant time. */
const isSame = (given: string, wanted: string) => timingSafeEqual(digest(given), digest(wanted))
const digest = (text: string) => hash('sha256', text, 'buffer')
