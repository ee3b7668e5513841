import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#tests/support/connections.ts'
import { type SiteProcess, startSite } from '#tests/support/site-process.ts'
import { until } from '#tests/support/timing.ts'

export type Servers = Awaited<ReturnType<typeof startServers>>

/** One or more server processes on the same data, each started again at the same address whenever it ended. */
export async function startServers(
  count: number,
  settings: Record<string, string>,
  { beforeRestart }: { beforeRestart(): Promise<unknown> },
) {
  const ports = await Promise.all(Array.from({ length: count }, freePort))
  const running: (SiteProcess | undefined)[] = []
  const endings: string[] = []
  const output: string[] = []
  let stopping = false

  async function start(index: number) {
    const port = String(ports[index])
    const site = await startSite({ ...settings, PORT: port, ABUSE_LIMITS: 'off', LOG_LEVEL: 'warn' })
    if (stopping) return void (await site.stop({ keepData: true }))
    running[index] = site
    site.process.once('exit', (code) => void ended(index, site, code))
  }

  async function ended(index: number, site: SiteProcess, code: number | null) {
    output.push(site.output())
    if (running[index] === site) running[index] = undefined
    // One that was killed has no code.
    if (code !== null && !stopping) endings.push(`a server ended by itself, with ${code}`)
    await beforeRestart()
    // It may be refused for a while: a disk is full, or the database is away.
    while (!stopping && !running[index]) await start(index).catch((error: unknown) => refusedStart(error))
  }

  async function refusedStart(error: unknown) {
    output.push(String(error))
    await pause(300)
  }

  // The first one makes the database.
  for (let index = 0; index < count; index += 1) await start(index)
  return {
    count,
    urls: ports.map((port) => `http://127.0.0.1:${port}`),
    pids: () => running.flatMap((site) => site?.process.pid ?? []),
    /** Ends one in the middle of whatever it does; it comes back by itself. */
    kill(index: number) {
      const site = running[index]
      running[index] = undefined
      site?.process.kill('SIGKILL')
    },
    /** Answers once every one is there; throws when one does not come back. */
    untilBack: () =>
      until(async () => stopping || running.filter(Boolean).length === count || undefined, backWithinMs).catch(() => {
        throw new Error('a server did not come back', { cause: output.slice(-2).join('') })
      }),
    /** Those that ended without having been killed. */
    endings,
    output: () => [...output, ...running.map((site) => site?.output() ?? '')].join(''),
    async stop() {
      stopping = true
      await Promise.all(running.map((site) => site?.stop({ keepData: true })))
    },
  }
}

/** Long, for machines with much else to do: one that is not ready within a minute is started again. */
const backWithinMs = 5 * 60_000
