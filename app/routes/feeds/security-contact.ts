import { servicesContext } from '#app/http/context.ts'
import { clinicDay } from '#app/domain/shared/clinic-time.ts'
import type { Route } from './+types/security-contact.ts'

/** Where to tell about a weakness (RFC 9116). It has to expire, so that nobody writes to an address that is given up. */
export function loader({ context }: Route.LoaderArgs) {
  const { clinic, config } = context.get(servicesContext)
  const now = Date.now()
  const { emails, timeZone } = clinic.facts(now)
  const lines = [
    `Contact: mailto:${emails.general}`,
    `Expires: ${clinicDay(now + validMs, timeZone)}T00:00:00Z`,
    'Preferred-Languages: en',
    `Canonical: ${config.publicOrigin}/.well-known/security.txt`,
  ]
  return new Response(`${lines.join('\n')}\n`, {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=86400' },
  })
}

const validMs = 180 * 24 * 60 * 60_000
