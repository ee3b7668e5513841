import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#tests/support/connections.ts'
import { type SiteProcess, startSiteProcess } from '#tests/support/site.ts'
import { until } from '#tests/support/timing.ts'

export type Servers = Awaited<ReturnType<typeof startServers>>

/** One or more server processes on the same data; each is restarted at the same address when it ends. */
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
    const site = await startSiteProcess({ ...settings, PORT: port, ABUSE_LIMITS: 'off', LOG_LEVEL: 'warn' })
    if (stopping) return void (await site.stop({ keepData: true }))
    running[index] = site
    site.process.once('exit', (code) => void ended(index, site, code))
  }

  async function ended(index: number, site: SiteProcess, code: number | null) {
    output.push(site.output())
    if (running[index] === site) running[index] = undefined
    // A killed process has no exit code.
    if (code !== null && !stopping) endings.push(`a server ended by itself, with ${code}`)
    await beforeRestart()
    // Starting may fail for a while: the disk is full, or the database is unavailable.
    while (!stopping && !running[index]) await start(index).catch((error: unknown) => waitBeforeRestart(error))
  }

  async function waitBeforeRestart(error: unknown) {
    output.push(String(error))
    await pause(300)
  }

  // The first server creates the database.
  for (let index = 0; index < count; index += 1) await start(index)
  return {
    count,
    urls: ports.map((port) => `http://127.0.0.1:${port}`),
    pids: () => running.flatMap((site) => site?.process.pid ?? []),
    /** Kills one server; it is restarted automatically. */
    kill(index: number) {
      const site = running[index]
      running[index] = undefined
      site?.process.kill('SIGKILL')
    },
    /** Resolves once every server is running; throws if one does not restart. */
    untilBack: () =>
      until(async () => stopping || running.filter(Boolean).length === count || undefined, restartTimeoutMs).catch(
        () => {
          throw new Error('a server did not come back', { cause: output.slice(-2).join('') })
        },
      ),
    /** Servers that exited without being killed, as sentences. */
    endings,
    output: () => [...output, ...running.map((site) => site?.output() ?? '')].join(''),
    async stop() {
      stopping = true
      await Promise.all(running.map((site) => site?.stop({ keepData: true })))
    },
  }
}

/** Long, for busy machines: a server that is not ready within a minute is restarted. */
const restartTimeoutMs = 5 * 60_000
