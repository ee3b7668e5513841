import { signConfirmLink } from '#app/domain/accounts/account-links.ts'
import { defineLinkEmail } from '#app/mail/define-email.ts'
import { sampleLink } from '#app/mail/samples.ts'
import { accountConfirm as words } from '#content/emails.ts'

/** To the address of a new account. */
export const accountConfirm = defineLinkEmail({
  kind: 'account-confirm',
  texts: (read) => read('account-emails').confirm,
  link: words.link,
  why: words.why,
  async load({ signIn, signer, config }, ids) {
    const account = await signIn.findAccountById(ids.accountId)
    if (!account || account.isVerified || !(await signIn.hasConfirmation(ids, Date.now()))) return undefined
    return { url: `${config.publicOrigin}${signConfirmLink(signer, ids)}` }
  },
  sample: { url: sampleLink('/login/confirm') },
})
