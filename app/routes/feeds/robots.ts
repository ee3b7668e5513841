import type { LoaderFunctionArgs } from 'react-router'
import { servicesContext } from '#app/http/context.ts'

/** Not the pages that say noindex: a robot that may not read them cannot know. There are endless searches, though. */
const closed = ['/admin', '/search?']

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
