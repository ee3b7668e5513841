import type { HttpBindings } from '@hono/node-server'
import { createHash, timingSafeEqual } from 'node:crypto'
import { BlockList, isIPv6 } from 'node:net'
import type { Hono } from 'hono'
import { isLoopback } from '#app/domain/shared/loopback.ts'
import { withTimeout } from '#app/domain/shared/with-timeout.ts'
import type { Config } from '#app/config.server.ts'
import { queueDepth } from '#app/queue/queue-depth.server.ts'
import type { Services } from '#app/services.server.ts'

/** `/metrics` for Prometheus: with METRICS_TOKEN for whoever has it, without for programs on this machine alone. */
export function metrics(app: Hono<{ Bindings: HttpBindings }>, services: Services) {
  app.get('/metrics', async (c) => {
    const refused = refusal(c.req.raw.headers, c.env.incoming.socket.remoteAddress, services.config)
    if (refused) return c.text(...refused)
    const { type, body } = await services.metrics.text(await depths(services))
    return c.body(body, 200, { 'Content-Type': type, 'Cache-Control': 'no-store' })
  })
}

const patienceMs = 2_000

/** What this process knows of itself is told even while the database is away. */
const depths = ({ database, log }: Services) =>
  withTimeout(queueDepth(database, Date.now()), patienceMs).catch((err: unknown) => {
    log.debug({ err }, 'the queue could not be counted')
    return []
  })

type Refusal = [sentence: string, status: 401 | 403, headers: Record<string, string>]

/** A proxy on this machine comes from loopback too; it says in one of these for whom, or as what, it asks. */
const isForwarded = (headers: Headers) =>
  [...headers.keys()].some((name) => /^(forwarded|via|x-forwarded-.*|x-real-ip|x-original-.*)$/i.test(name))

function refusal(headers: Headers, socketAddress: string | undefined, { metricsToken }: Config): Refusal | undefined {
  const fixed = { 'Cache-Control': 'no-store' }
  if (metricsToken === undefined)
    return isLoopbackAddress(socketAddress) && isAskedAsLoopback(headers) && !isForwarded(headers)
      ? undefined
      : ['Without METRICS_TOKEN, only programs on this machine get an answer.', 403, fixed]
  return isSame(headers.get('Authorization') ?? '', `Bearer ${metricsToken}`)
    ? undefined
    : ['This needs the token in METRICS_TOKEN.', 401, { ...fixed, 'WWW-Authenticate': 'Bearer' }]
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/** A page that a browser on this machine shows can give its own name this machine's address. */
const isAskedAsLoopback = (headers: Headers) => isLoopback((headers.get('Host') ?? 'localhost').replace(/:\d+$/, ''))

const isLoopbackAddress = (address: string | undefined) =>
  address !== undefined && loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

/** In a time that tells nothing of how much of it was right. */
const isSame = (given: string, wanted: string) => timingSafeEqual(digest(given), digest(wanted))
const digest = (text: string) => createHash('sha256').update(text).digest()
