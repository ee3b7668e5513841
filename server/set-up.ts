import type { IncomingMessage } from 'node:http'
import { recordSighting, type Sighting } from '#app/domain/checks/sightings.server.ts'
import { isLoopback } from '#app/domain/shared/loopback.ts'
import type { Services } from '#app/services.server.ts'

const hourMs = 60 * 60 * 1000
const isThisMachine = (host: string) => isLoopback(host.replace(/:\d+$/, ''))

/**
 * Notes, once an hour, what visits show about the set-up: that somebody comes under another name than this machine's
 * own, and that a proxy speaks for visitors. The checks of the System page compare that with the settings. Where the
 * settings are as they should be nothing is looked at.
 */
export function watchSetUp({ config, database, log }: Pick<Services, 'config' | 'database' | 'log'>) {
  const { trustedProxies, publicOrigin } = config
  const wanted: { name: Sighting; isSeen(request: IncomingMessage): boolean; again: number }[] = []
  if (isThisMachine(new URL(publicOrigin).host))
    wanted.push({ name: 'stranger', isSeen: ({ headers }) => !isThisMachine(headers.host ?? 'localhost'), again: 0 })
  if (trustedProxies === 0)
    wanted.push({ name: 'forwarded', isSeen: ({ headers }) => headers['x-forwarded-for'] !== undefined, again: 0 })

  return function see(request: IncomingMessage) {
    for (const sighting of wanted) {
      if (!sighting.isSeen(request)) continue
      const now = Date.now()
      if (now < sighting.again) continue
      sighting.again = now + hourMs
      recordSighting({ database }, sighting.name, now).catch((err: unknown) => {
        sighting.again = 0
        log.debug({ err }, 'a sighting could not be kept')
      })
    }
  }
}
