import { findCampaign } from '#app/domain/newsletter/campaigns.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { renderCampaign } from './render-campaign.server.ts'
import type { Route } from './+types/preview.ts'

/** The email as an app shows it, for a frame. A document of its own, since our pages forbid its inline styles. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const { database, config } = services
  const campaign = await findCampaign(database, params.id)
  if (!campaign) throw new Response(null, { status: 404 })
  const { html, text } = await renderCampaign(services, campaign)
  const isText = new URL(request.url).searchParams.get('as') === 'text'
  return new Response(isText ? text : html, {
    headers: {
      'Content-Type': isText ? 'text/plain; charset=utf-8' : 'text/html; charset=utf-8',
      // Without scripts; of this origin, since Chromium loses a tap after scrolling past a frame of another.
      'Content-Security-Policy': `sandbox allow-same-origin; default-src 'none'; img-src ${config.publicOrigin}; style-src 'unsafe-inline'; frame-ancestors 'self'`,
      'X-Frame-Options': 'SAMEORIGIN',
      'Cache-Control': 'no-store',
    },
  })
}
