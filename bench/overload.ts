import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { untilCached } from './cached.ts'
import { atMost, type Figure, forInformation, type Outcome } from './figure.ts'
import type { Deps } from './deps.ts'
import { readUsage } from './process-usage.ts'
import { startSite } from './site.ts'

const crowd = 300
/** Together more requests than the longest queue holds; each is repeated as soon as it is answered. */
const inOneGo = 20

const page = 'HEAD /search?q=oil HTTP/1.1\r\nHost: x.example\r\n\r\n'

/** Thousands of silent connections, and a crowd that keeps sending more requests than can be served. */
export async function overload({ quick }: Deps): Promise<Outcome> {
  const extent = quick ? { seconds: 3, silentOnes: 1_000 } : { seconds: 15, silentOnes: 4_000 }
  const { seconds, silentOnes } = extent
  const site = await startSite()
  const sockets = new Set<Socket>()
  const open = () => {
    const socket = connect(Number(new URL(site.url).port), '127.0.0.1').on('error', () => {})
    sockets.add(socket.once('close', () => sockets.delete(socket)))
    return socket
  }
  let mostMb = 0
  const looking = setInterval(() => (mostMb = Math.max(mostMb, readUsage(site.pid).residentMb)), 50)
  try {
    await untilCached(`${site.url}/`)
    const answers = { served: 0, refused: 0 }
    const ends = performance.now() + seconds * 1_000
    const probes = probe(site.url, ends)
    const asking = Array.from({ length: crowd }, () => ask(open, ends, answers))
    for (let opened = 0; opened < silentOnes; opened += 100) {
      await Promise.all(Array.from({ length: 100 }, () => once(open(), 'connect').catch(() => {})))
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    await Promise.all(asking)
    const failed = await probes
    if (failed > 0) throw new Error(`/healthz or the page from memory was refused ${failed} times`)
    if (answers.refused === 0) throw new Error('no request was refused: this was no overload')
    return { figures: toFigures(mostMb, answers, extent), details: { mostMb, ...answers } }
  } finally {
    clearInterval(looking)
    for (const socket of sockets) socket.destroy()
    await site.stop()
  }
}

type Extent = { seconds: number; silentOnes: number }
type Answers = { served: number; refused: number }

function toFigures(mostMb: number, { served, refused }: Answers, { seconds, silentOnes }: Extent): Figure[] {
  const silent = silentOnes.toLocaleString('en-US')
  const name = (what: string) => `Overload for ${seconds} s, with ${silent} silent connections: ${what}`
  const from = 'one process'
  return [
    atMost(400, { name: name('most memory'), value: mostMb, unit: 'MB', from }),
    forInformation({ name: name('served'), value: served / seconds, unit: 'pages/s', from }),
    forInformation({ name: name('refused with 503'), value: refused / seconds, unit: 'pages/s', from }),
  ]
}

/** Sends several requests at a time over one connection, and reconnects if it is closed. */
async function ask(open: () => Socket, ends: number, answers: { served: number; refused: number }) {
  while (performance.now() < ends) await askOver(open(), ends, answers)
}

function askOver(socket: Socket, ends: number, answers: { served: number; refused: number }) {
  return new Promise<void>((resolve) => {
    let open = 0
    let rest = ''
    const go = () => {
      if (performance.now() > ends) return void socket.destroy()
      open = inOneGo
      socket.write(page.repeat(inOneGo))
    }
    socket.once('connect', go).once('close', resolve)
    socket.on('data', (bytes) => {
      const lines = (rest + bytes.toString('latin1')).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (!line.startsWith('HTTP/1.1 ')) continue
        if (line.startsWith('HTTP/1.1 503')) answers.refused += 1
        else answers.served += 1
        open -= 1
      }
      if (open === 0) go()
    })
  })
}

/** How often /healthz or the page from memory was not answered; how fast is not for a client to say that is as busy. */
async function probe(url: string, ends: number) {
  let failed = 0
  while (performance.now() < ends) {
    for (const path of ['/healthz', '/']) {
      const ok = await fetch(url + path).then(
        async (answer) => (await answer.arrayBuffer(), answer.ok),
        () => false,
      )
      if (!ok) failed += 1
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  return failed
}
