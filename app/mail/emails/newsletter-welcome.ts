import { findSubscriber } from '#app/domain/newsletter/subscribers.server.ts'
import { defineEmail } from '#app/mail/define-email.ts'
import { textParts } from '#app/mail/email-texts.ts'
import { unsubscribeHeaders, unsubscribeUrl } from '#app/mail/links.ts'
import { buttonPart } from '#app/mail/parts.tsx'
import { sampleLink, sampleOrigin } from '#app/mail/samples.ts'
import { newsletterWelcome as words } from '#content/emails.ts'

export const newsletterWelcome = defineEmail({
  kind: 'newsletter-welcome',
  async load(deps, { subscriberId }) {
    const subscriber = await findSubscriber(deps.database, subscriberId)
    // The clinic can retry an email to a bounced address.
    if (subscriber?.state !== 'subscribed' && subscriber?.state !== 'bounced') return undefined
    return { blogUrl: `${deps.config.publicOrigin}/blog`, unsubscribeUrl: unsubscribeUrl(deps, subscriber.id) }
  },
  head: ({ read }) => read('newsletter-emails').welcome,
  body({ blogUrl, read }) {
    const { text, after } = read('newsletter-emails').welcome
    return [...textParts(text), buttonPart(words.link, blogUrl), ...textParts(after)]
  },
  why: words.why,
  unsubscribe: ({ unsubscribeUrl: url }) => ({ label: words.unsubscribe, url }),
  envelope: ({ unsubscribeUrl: url }) => ({ headers: unsubscribeHeaders(url) }),
  sample: { blogUrl: `${sampleOrigin}/blog`, unsubscribeUrl: sampleLink('/newsletter/unsubscribe') },
})
