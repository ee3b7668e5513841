import { servicesContext } from '#app/http/context.ts'
import type { Route } from './+types/robots.ts'

/**
 * Pages with noindex must stay open: a robot that may not read them cannot see it. Searches are closed, because there
 * are endless ones.
 */
const closed = ['/admin', '/search?']

export function loader({ context }: Route.LoaderArgs) {
  const { publicOrigin } = context.get(servicesContext).config
  const lines = [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicOrigin}/sitemap.xml`,
  ]
  return new Response(`${lines.join('\n')}\n`, {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=86400' },
  })
}
