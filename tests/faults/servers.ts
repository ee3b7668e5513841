import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#tests/support/free-port.ts'
import { type SiteProcess, startSite } from '#tests/support/site-process.ts'
import type { Chance } from './chance.ts'

/** One or more server processes on the same data, which can be killed and come back at the same address. */
export async function startServers(
  count: number,
  settings: Record<string, string>,
  { afterKill = async () => {} }: { afterKill?: () => Promise<void> } = {},
) {
  const ports = await Promise.all(Array.from({ length: count }, freePort))
  const start = (PORT: string) => startSite({ ...settings, PORT, ABUSE_LIMITS: 'off', LOG_LEVEL: 'warn' })
  const running: SiteProcess[] = []
  // The first one makes the database.
  for (const port of ports) running.push(await start(String(port)))
  const kills: number[] = []
  const output: string[] = []

  async function killAndRestart(index: number) {
    const victim = running[index]
    if (!victim) throw new Error('no such server')
    kills.push(Date.now())
    await victim.stop({ keepData: true, signal: 'SIGKILL' })
    output.push(victim.output())
    await afterKill()
    running[index] = await start(victim.port)
  }

  return {
    kills,
    urls: running.map(({ url }) => url),
    /** Kills one of them after a random while, and starts it again. */
    async killOne(chance: Chance, withinMs: number) {
      const index = Math.floor(chance.next() * count)
      await pause(chance.between(0, withinMs))
      await killAndRestart(index)
    },
    output: () => [...output, ...running.map((site) => site.output())].join(''),
    stop: () => Promise.all(running.map((site) => site.stop({ keepData: true }))),
  }
}
