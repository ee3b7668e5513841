import { findSubscriber } from '#app/domain/newsletter/subscribers.server.ts'
import { defineEmail } from '#app/mail/define-email.ts'
import { confirmUrl } from '#app/mail/links.ts'
import { linkPart, paragraphs } from '#app/mail/parts.tsx'
import { sampleLink } from '#app/mail/samples.ts'
import { newsletterOptIn as words } from '#content/emails.ts'

/** To a new subscriber, if NEWSLETTER_CONFIRM is on. */
export const newsletterOptIn = defineEmail({
  kind: 'newsletter-opt-in',
  async load(deps, { subscriberId }) {
    const subscriber = await findSubscriber(deps.database, subscriberId)
    return subscriber?.state === 'pending' ? { confirmUrl: confirmUrl(deps, { subscriberId }) } : undefined
  },
  subject: () => words.subject,
  preview: () => words.preview,
  body: (data) => [...paragraphs(words), linkPart(words.confirm, data.confirmUrl)],
  sample: { confirmUrl: sampleLink('/newsletter/confirm') },
})
