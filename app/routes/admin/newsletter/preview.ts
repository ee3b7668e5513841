import { readBlocks } from '#app/domain/newsletter-blocks/sent-blocks.server.ts'
import { findCampaign } from '#app/domain/newsletter/campaigns.server.ts'
import { unsubscribePath } from '#app/domain/newsletter/subscriber.ts'
import { servicesContext } from '#app/http/context.ts'
import { newsletter } from '#app/mail/emails/newsletter.ts'
import type { Route } from './+types/preview.ts'

/** The email as an app shows it, for a frame. A document of its own, since our pages forbid its inline styles. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const { database, clinic, content, config } = services
  const campaign = await findCampaign(database, params.id)
  if (!campaign) throw new Response(null, { status: 404 })
  const now = Date.now()
  const blocks = await readBlocks(services, campaign, now)
  const { html, text } = newsletter.renderData(
    { ...campaign, blocks, unsubscribeUrl: `${config.publicOrigin}${unsubscribePath('preview')}` },
    { clinic: clinic.facts(now), content },
  )
  const isText = new URL(request.url).searchParams.get('as') === 'text'
  return new Response(isText ? text : html, {
    headers: {
      'Content-Type': isText ? 'text/plain; charset=utf-8' : 'text/html; charset=utf-8',
      'Content-Security-Policy': `sandbox; default-src 'none'; img-src ${config.publicOrigin}; style-src 'unsafe-inline'; frame-ancestors 'self'`,
      'X-Frame-Options': 'SAMEORIGIN',
      'Cache-Control': 'no-store',
    },
  })
}
