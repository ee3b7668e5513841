import { openRaw } from '#tests/support/connections.ts'
import { until } from '#tests/support/timing.ts'
import type { World } from '../world.ts'

/** A page that is rendered for each request. HEAD, so that this process does not spend its time on the bodies. */
const page = 'HEAD /search?q=oil HTTP/1.1\r\nHost: x.example\r\n\r\n'

/** Together about twice as many requests as the site processes and queues at once. */
const connections = 100
const perConnection = 40

/** Sends bursts of requests to randomly chosen servers until the round is over. */
export async function sendCrowds(
  { servers, chance, seen }: World,
  isOver: () => boolean,
  counts: { pages: number; 'turned away': number },
) {
  do {
    const { port } = new URL(chance.oneOf(servers.urls))
    const statuses = await sendConcurrently(port)
    counts.pages += statuses.filter((status) => status === 200).length
    counts['turned away'] += statuses.filter((status) => status === 503).length
    for (const status of new Set(statuses))
      if (status !== 200 && status !== 503) seen.unexpected.push(`one of the crowd was answered ${status}`)
  } while (!isOver())
}

/** Sends all requests at once; returns the statuses once all connections are answered or closed, or time out. */
async function sendConcurrently(port: string) {
  const all = Array.from({ length: connections }, () => openRaw({ port }))
  for (const { socket } of all) socket.write(page.repeat(perConnection))
  await until(
    async () => all.every(({ socket, statuses }) => socket.closed || statuses().length === perConnection),
    30_000,
  ).catch(() => {})
  for (const { socket } of all) socket.destroy()
  return all.flatMap(({ statuses }) => statuses())
}
