import { findConfirmable } from '#app/domain/newsletter/subscribers.server.ts'
import { confirmLinkPayload } from '#app/domain/newsletter/subscriber.ts'
import { defineLinkEmail } from '#app/mail/define-email.ts'
import { confirmUrl } from '#app/mail/links.ts'
import { sampleLink } from '#app/mail/samples.ts'
import { newsletterConfirm as words } from '#content/emails.ts'

/** To an unsubscribed address that was used to sign up again. */
export const newsletterConfirm = defineLinkEmail({
  kind: 'newsletter-confirm',
  texts: (read) => read('newsletter-emails').again,
  link: words.link,
  why: words.why,
  async load(deps, ids) {
    const { database, signer } = deps
    const subscriber = await findConfirmable({ db: database.db, signer }, confirmLinkPayload(ids))
    return subscriber?.state === 'unsubscribed' ? { url: confirmUrl(deps, ids) } : undefined
  },
  sample: { url: sampleLink('/newsletter/confirm') },
})
