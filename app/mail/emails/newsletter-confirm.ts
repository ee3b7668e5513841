import { findConfirmable } from '#app/domain/newsletter/subscribers.server.ts'
import { confirmLinkPayload } from '#app/domain/newsletter/subscriber.ts'
import { defineEmail } from '#app/mail/define-email.ts'
import { confirmUrl } from '#app/mail/links.ts'
import { linkPart, paragraphs } from '#app/mail/parts.tsx'
import { sampleLink } from '#app/mail/samples.ts'
import { newsletterConfirm as words } from '#content/emails.ts'

/** To an unsubscribed address that was used to sign up again. */
export const newsletterConfirm = defineEmail({
  kind: 'newsletter-confirm',
  async load(deps, ids) {
    const { database, signer } = deps
    const subscriber = await findConfirmable({ db: database.db, signer }, confirmLinkPayload(ids))
    return subscriber?.state === 'unsubscribed' ? { confirmUrl: confirmUrl(deps, ids) } : undefined
  },
  subject: () => words.subject,
  preview: () => words.preview,
  body: (data) => [...paragraphs(words), linkPart(words.confirm, data.confirmUrl)],
  sample: { confirmUrl: sampleLink('/newsletter/confirm') },
})
