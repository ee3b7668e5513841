import { findSubscriber } from '#app/domain/newsletter/subscribers.server.ts'
import { defineEmail } from '#app/mail/define-email.ts'
import { unsubscribeHeaders, unsubscribeUrl } from '#app/mail/links.ts'
import { linkPart, paragraphs } from '#app/mail/parts.tsx'
import { sampleLink } from '#app/mail/samples.ts'
import { newsletterWelcome as words } from '#content/emails.ts'

export const newsletterWelcome = defineEmail({
  kind: 'newsletter-welcome',
  async load(deps, { subscriberId }) {
    const subscriber = await findSubscriber(deps.database, subscriberId)
    // The clinic can retry an email to a bounced address.
    if (subscriber?.state !== 'subscribed' && subscriber?.state !== 'bounced') return undefined
    return { unsubscribeUrl: unsubscribeUrl(deps, subscriber.id) }
  },
  subject: () => words.subject,
  preview: () => words.preview,
  body: (data) => [...paragraphs(words), linkPart(words.unsubscribe, data.unsubscribeUrl)],
  envelope: (data) => ({ headers: unsubscribeHeaders(data.unsubscribeUrl) }),
  sample: { unsubscribeUrl: sampleLink('/newsletter/unsubscribe') },
})
