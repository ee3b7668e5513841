import { findCampaign } from '#app/domain/newsletter/campaigns.server.ts'
import { unsubscribePath } from '#app/domain/newsletter/subscriber.ts'
import { servicesContext } from '#app/http/context.ts'
import { newsletter } from '#app/mail/emails/newsletter.ts'
import type { Route } from './+types/preview.ts'

/** The email as an app shows it, for a frame. A document of its own, since our pages forbid its inline styles. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { database, clinic, content, config } = context.get(servicesContext)
  const campaign = await findCampaign(database, params.id)
  if (!campaign) throw new Response(null, { status: 404 })
  const { html } = newsletter.renderData(
    { ...campaign, unsubscribeUrl: `${config.publicOrigin}${unsubscribePath('preview')}` },
    { clinic: clinic.facts(Date.now()), content },
  )
  return new Response(html, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
      'X-Frame-Options': 'SAMEORIGIN',
      'Cache-Control': 'no-store',
    },
  })
}
