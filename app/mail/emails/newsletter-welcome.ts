import { findSubscriber } from '#app/domain/newsletter/subscribers.server.ts'
import { defineLinkEmail } from '#app/mail/define-email.ts'
import { unsubscribeHeaders, unsubscribeUrl } from '#app/mail/links.ts'
import { sampleLink } from '#app/mail/samples.ts'
import { newsletterWelcome as words } from '#content/emails.ts'

export const newsletterWelcome = defineLinkEmail({
  kind: 'newsletter-welcome',
  words,
  async load(deps, { subscriberId }) {
    const subscriber = await findSubscriber(deps.database, subscriberId)
    // The clinic can retry an email to a bounced address.
    if (subscriber?.state !== 'subscribed' && subscriber?.state !== 'bounced') return undefined
    return { url: unsubscribeUrl(deps, subscriber.id) }
  },
  envelope: ({ url }) => ({ headers: unsubscribeHeaders(url) }),
  sample: { url: sampleLink('/newsletter/unsubscribe') },
})
