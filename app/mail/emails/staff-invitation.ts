import { signInvitationLink } from '#app/domain/accounts/account-links.ts'
import { findInvitation } from '#app/domain/accounts/invitations.server.ts'
import { defineLinkEmail } from '#app/mail/define-email.ts'
import { sampleLink } from '#app/mail/samples.ts'
import { staffInvitation as words } from '#content/emails.ts'

/** To somebody who is to work at the dashboard. */
export const staffInvitation = defineLinkEmail({
  kind: 'staff-invitation',
  texts: (read) => read('account-emails').invitation,
  link: words.link,
  why: words.why,
  async load({ database, signer, config }, { invitationId }) {
    const invitation = await findInvitation(database, invitationId, Date.now())
    return invitation && { url: `${config.publicOrigin}${signInvitationLink(signer, invitation.id)}` }
  },
  sample: { url: sampleLink('/login/invitation') },
})
