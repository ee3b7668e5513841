import type { LoaderFunctionArgs } from 'react-router'
import { servicesContext } from '#app/http/context.ts'

const closed = ['/admin', '/cart', '/login', '/profile', '/search?']

export function loader({ context }: LoaderFunctionArgs) {
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
