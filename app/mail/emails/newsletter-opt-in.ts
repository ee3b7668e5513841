import { findSubscriber } from '#app/domain/newsletter/subscribers.server.ts'
import { defineLinkEmail } from '#app/mail/define-email.ts'
import { confirmUrl } from '#app/mail/links.ts'
import { sampleLink } from '#app/mail/samples.ts'
import { newsletterOptIn as words } from '#content/emails.ts'

/** To a new subscriber, if NEWSLETTER_CONFIRM is on, and to a bounced address that was used to sign up again. */
export const newsletterOptIn = defineLinkEmail({
  kind: 'newsletter-opt-in',
  texts: (read) => read('newsletter-emails').confirm,
  link: words.link,
  why: words.why,
  async load(deps, { subscriberId }) {
    const subscriber = await findSubscriber(deps.database, subscriberId)
    const isAsked = subscriber?.state === 'pending' || subscriber?.state === 'bounced'
    return isAsked ? { url: confirmUrl(deps, { subscriberId }) } : undefined
  },
  sample: { url: sampleLink('/newsletter/confirm') },
})
