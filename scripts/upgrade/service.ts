import { spawnSync } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../../app/config.server.ts'
import { OperatorError } from '../../app/operator-error.ts'

export type Service = NonNullable<ReturnType<typeof findService>>

/** The website's systemd service; undefined if there is none. */
export function findService(name: string, { host, port, worker }: Config) {
  if (systemctl('cat', name) !== 0) return undefined
  const run = (act: 'start' | 'restart') => () => {
    // Otherwise systemd does not start a service that failed too often. `becomesReady` checks the result.
    systemctl('reset-failed', name)
    systemctl(act, name)
  }
  const url = `http://${loopback[host] ?? host}:${port}/readyz`
  // A process that only runs jobs opens no port.
  const isUp = () => (worker === 'only' ? systemctl('is-active', name) === 0 : isReady(url))
  return {
    name,
    restart: run('restart'),
    start: run('start'),
    stop() {
      if (systemctl('stop', name) !== 0) throw new OperatorError(`systemctl stop ${name} failed.`)
    },
    /** Whether it answers `/readyz` with 200, now and a second later, within so many seconds. */
    async becomesReady(seconds: number) {
      for (const end = Date.now() + seconds * 1000; Date.now() < end; await pause(250)) {
        if (systemctl('is-failed', name) === 0) return false
        if (!(await isUp())) continue
        await pause(1000)
        if (await isUp()) return true
      }
      return false
    },
  }
}

const loopback: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '[::1]', '::1': '[::1]' }

const isReady = (url: string) =>
  fetch(url, { signal: AbortSignal.timeout(5000) }).then(
    ({ ok }) => ok,
    () => false,
  )

const systemctl = (...given: string[]) => spawnSync('systemctl', given, { stdio: 'ignore' }).status
