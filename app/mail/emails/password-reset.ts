import { signResetLink } from '#app/domain/accounts/account-links.ts'
import { defineLinkEmail } from '#app/mail/define-email.ts'
import { sampleLink } from '#app/mail/samples.ts'
import { passwordReset as words } from '#content/emails.ts'

export const passwordReset = defineLinkEmail({
  kind: 'password-reset',
  texts: (read) => read('account-emails').reset,
  link: words.link,
  why: words.why,
  async load({ signIn, signer, config }, { resetId }) {
    // After waiting for the mail server its link may have expired, and the account may be gone.
    const accountId = await signIn.findReset(resetId, Date.now())
    if (!accountId || !(await signIn.findAccountById(accountId))) return undefined
    return { url: `${config.publicOrigin}${signResetLink(signer, resetId)}` }
  },
  sample: { url: sampleLink('/login/reset') },
})
