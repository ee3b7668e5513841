import { defineLinkEmail } from '#app/mail/define-email.ts'
import { sampleOrigin } from '#app/mail/samples.ts'
import { accountKnown as words } from '#content/emails.ts'

/** To the owner of an account whose address was used to sign up again. */
export const accountKnown = defineLinkEmail({
  kind: 'account-known',
  texts: (read) => read('account-emails').known,
  link: words.link,
  why: words.why,
  async load({ signIn, config }, { accountId }) {
    return (await signIn.findAccountById(accountId)) && { url: `${config.publicOrigin}/login` }
  },
  sample: { url: `${sampleOrigin}/login` },
})
