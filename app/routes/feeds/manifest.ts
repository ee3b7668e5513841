import { colorsOf } from '#app/domain/theme/theme.ts'
import { servicesContext } from '#app/http/context.ts'
import type { Route } from './+types/manifest.ts'

export function loader({ context }: Route.LoaderArgs) {
  const { clinic, content } = context.get(servicesContext)
  const { name, kind, city } = clinic.facts(Date.now())
  const { paper } = colorsOf(content.template('theme'))
  const manifest = {
    name,
    short_name: name,
    description: `${kind} in ${city}`,
    start_url: '/',
    display: 'browser',
    background_color: paper,
    theme_color: paper,
    icons: [192, 512].map((size) => ({ src: `/icon-${size}.png`, sizes: `${size}x${size}`, type: 'image/png' })),
  }
  return Response.json(manifest, {
    headers: { 'Content-Type': 'application/manifest+json', 'Cache-Control': 'public, max-age=86400' },
  })
}
