import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { openRaw } from '#tests/support/connections.ts'
import type { SiteProcess } from '#tests/support/site.ts'
import { until } from '#tests/support/timing.ts'

/** HEAD costs the site as much as GET, but spares the test reading the body. */
export const page = 'HEAD /search?q=oil HTTP/1.1\r\nHost: x.example\r\n\r\n'

export const perConnection = 40

/**
 * Sends this many requests at once, and `others` after them. The site process is stopped until all of them have arrived,
 * so that it gets them at the same time even on a slow machine.
 */
export async function openCrowd(site: SiteProcess, requests: number, others: string[] = []) {
  const crowd = Array.from({ length: requests / perConnection }, () => openRaw(site))
  const rest = others.map(() => openRaw(site))
  const all = [...crowd, ...rest]
  await Promise.all(all.map(({ socket }) => once(socket, 'connect')))
  await until(async () => (await readMetrics(site))('clinic_http_load{of="connections"}') >= all.length)
  site.process.kill('SIGSTOP')
  try {
    const text = page.repeat(perConnection - 1) + page.replace('HEAD', 'GET')
    const written = (socket: Socket, what: string) => new Promise((resolve) => socket.write(what, resolve))
    const arrived = (bytes: number) => until(async () => countUnreadBytes(site) >= bytes)
    await Promise.all(crowd.map(({ socket }) => written(socket, text)))
    // The site reads first what arrives first, which a busy machine decides.
    await arrived(crowd.length * text.length)
    await Promise.all(rest.map(({ socket }, index) => written(socket, others[index] ?? '')))
    await arrived(crowd.length * text.length + others.join('').length)
  } finally {
    site.process.kill('SIGCONT')
  }
  const isOver = ({ socket, statuses }: (typeof crowd)[number]) => statuses().length >= perConnection || socket.closed
  return {
    connections: crowd,
    answered: () => crowd.flatMap(({ statuses }) => statuses()),
    rest,
    others: () => rest.flatMap(({ statuses }) => statuses()),
    async all() {
      await until(async () => crowd.every(isOver))
      for (const { socket } of all) socket.destroy()
    },
  }
}

/** Bytes that have arrived at the site's connections but were not read yet; a busy Linux delivers them late. */
function countUnreadBytes(site: Pick<SiteProcess, 'port'>) {
  const file = '/proc/net/tcp'
  if (!existsSync(file)) return Infinity
  return readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/[\s:]+/))
    .filter(([, , port = '', , , state]) => Number.parseInt(port, 16) === Number(site.port) && state === established)
    .reduce((total, [, , , , , , , unread = '']) => total + Number.parseInt(unread, 16), 0)
}

const established = '01'

export async function readMetrics(site: Pick<SiteProcess, 'url'>) {
  const text = await (await fetch(`${site.url}/metrics`)).text()
  return (name: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.slice(name.length + 1) ?? 0,
    )
}
