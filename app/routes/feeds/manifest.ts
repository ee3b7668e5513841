import { servicesContext } from '#app/http/context.ts'
import type { Route } from './+types/manifest.ts'

export function loader({ context }: Route.LoaderArgs) {
  const { name, kind, city } = context.get(servicesContext).clinic.facts(Date.now())
  const manifest = {
    name,
    short_name: name,
    description: `${kind} in ${city}`,
    start_url: '/',
    display: 'browser',
    background_color: '#FBF8F1',
    theme_color: '#FBF8F1',
    icons: [192, 512].map((size) => ({ src: `/icon-${size}.png`, sizes: `${size}x${size}`, type: 'image/png' })),
  }
  return Response.json(manifest, {
    headers: { 'Content-Type': 'application/manifest+json', 'Cache-Control': 'public, max-age=86400' },
  })
}
