import { openRaw } from '#tests/support/connections.ts'
import { until } from '#tests/support/timing.ts'
import type { World } from '../world.ts'

/** A page that is made anew each time; only its bytes stay away, which would keep this process busy instead of the site. */
const page = 'HEAD /search?q=oil HTTP/1.1\r\nHost: x.example\r\n\r\n'

/** Together about twice as many as may work and wait at once. */
const connections = 100
const perConnection = 40

/** One crowd after the other, each to any of the servers, until the round is over. */
export async function crowdAllTheTime(
  { servers, chance, seen }: World,
  isOver: () => boolean,
  counts: { pages: number; 'turned away': number },
) {
  do {
    const { port } = new URL(chance.oneOf(servers.urls))
    const statuses = await comeAtOnce(port)
    counts.pages += statuses.filter((status) => status === 200).length
    counts['turned away'] += statuses.filter((status) => status === 503).length
    for (const status of new Set(statuses))
      if (status !== 200 && status !== 503) seen.strange.push(`one of the crowd was answered ${status}`)
  } while (!isOver())
}

/** Comes at once; answers every status it got, once all were answered or cut off, or the crowd has had enough. */
async function comeAtOnce(port: string) {
  const all = Array.from({ length: connections }, () => openRaw({ port }))
  for (const { socket } of all) socket.write(page.repeat(perConnection))
  await until(
    async () => all.every(({ socket, statuses }) => socket.closed || statuses().length === perConnection),
    30_000,
  ).catch(() => {})
  for (const { socket } of all) socket.destroy()
  return all.flatMap(({ statuses }) => statuses())
}
