import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { Config } from '#app/config.server.ts'
import { recordObservation, type Observation } from '#app/domain/checks/observations.server.ts'
import { isLoopback } from '#app/domain/shared/loopback.ts'
import { isPublicAddress } from '#app/integrations/outside/public-address.server.ts'
import type { Services } from '#app/services.server.ts'

const hourMs = 60 * 60 * 1000
const toName = (host: string) => host.replace(/:\d+$/, '').toLowerCase()

type Signs = { name: Observation; isSeen(request: Pick<IncomingMessage, 'headers' | 'socket'>): boolean }[]

/** What contradicts the settings, or shows that they are right. */
export function signsOf({ trustedProxies, publicOrigin }: Pick<Config, 'trustedProxies' | 'publicOrigin'>): Signs {
  const own = new URL(publicOrigin).hostname
  const hostOf = ({ headers }: Pick<IncomingMessage, 'headers'>) => {
    const forwarded = trustedProxies > 0 ? headers['x-forwarded-host'] : undefined
    return toName(
      String(forwarded ?? headers.host ?? 'localhost')
        .split(',')
        .at(-1)
        ?.trim() ?? '',
    )
  }
  const signs: Signs = isLoopback(own)
    ? [{ name: 'stranger', isSeen: (request) => !isLoopback(hostOf(request)) }]
    : [
        { name: 'own', isSeen: (request) => hostOf(request) === own },
        // Scanners and probes of this machine ask for an IP address or a name without a dot.
        {
          name: 'elsewhere',
          isSeen: (request) => {
            const host = hostOf(request)
            return host !== own && host.includes('.') && isIP(host) === 0
          },
        },
      ]
  const chainOf = ({ headers }: Pick<IncomingMessage, 'headers'>) =>
    String(headers['x-forwarded-for'] ?? '')
      .split(',')
      .filter((entry) => entry.trim())
  return [
    ...signs,
    trustedProxies === 0
      ? { name: 'forwarded', isSeen: (request) => chainOf(request).length > 0 }
      : {
          name: 'fewer-proxies',
          isSeen(request) {
            const chain = chainOf(request)
            // A probe in this network comes past the proxies.
            const { remoteAddress = '' } = request.socket
            return chain.length > 0
              ? chain.length < trustedProxies
              : isIP(remoteAddress) > 0 && isPublicAddress(remoteAddress)
          },
        },
  ]
}

/** Records each of these signs at most once an hour; the checks on the System page read them. */
export function createProxyObserver({ config, database, log }: Pick<Services, 'config' | 'database' | 'log'>) {
  const signs = signsOf(config).map((sign) => ({ ...sign, nextAt: 0 }))
  return function observe(request: IncomingMessage) {
    const now = Date.now()
    for (const sign of signs) {
      if (now < sign.nextAt || !sign.isSeen(request)) continue
      sign.nextAt = now + hourMs
      recordObservation({ database }, sign.name, now).catch((err: unknown) => {
        sign.nextAt = 0
        log.debug({ err }, 'an observation could not be saved')
      })
    }
  }
}
