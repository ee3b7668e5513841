import type { IncomingMessage } from 'node:http'
import { recordObservation, type Observation } from '#app/domain/checks/observations.server.ts'
import { isLoopback } from '#app/domain/shared/loopback.ts'
import type { Services } from '#app/services.server.ts'

const hourMs = 60 * 60 * 1000
const isThisMachine = (host: string) => isLoopback(host.replace(/:\d+$/, ''))

/**
 * Records, at most once an hour, requests that contradict the settings: with a foreign Host while PUBLIC_URL is this
 * machine, or with X-Forwarded-For while TRUST_PROXY is 0. The checks on the System page read it.
 */
export function createProxyObserver({ config, database, log }: Pick<Services, 'config' | 'database' | 'log'>) {
  const { trustedProxies, publicOrigin } = config
  const observed: { name: Observation; isSeen(request: IncomingMessage): boolean; nextAt: number }[] = []
  if (isThisMachine(new URL(publicOrigin).host))
    observed.push({ name: 'stranger', isSeen: ({ headers }) => !isThisMachine(headers.host ?? 'localhost'), nextAt: 0 })
  if (trustedProxies === 0)
    observed.push({ name: 'forwarded', isSeen: ({ headers }) => headers['x-forwarded-for'] !== undefined, nextAt: 0 })

  return function observe(request: IncomingMessage) {
    for (const observation of observed) {
      if (!observation.isSeen(request)) continue
      const now = Date.now()
      if (now < observation.nextAt) continue
      observation.nextAt = now + hourMs
      recordObservation({ database }, observation.name, now).catch((err: unknown) => {
        observation.nextAt = 0
        log.debug({ err }, 'an observation could not be saved')
      })
    }
  }
}
