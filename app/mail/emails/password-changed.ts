import { defineLinkEmail } from '#app/mail/define-email.ts'
import { sampleOrigin } from '#app/mail/samples.ts'
import { passwordChanged as words } from '#content/emails.ts'

export const passwordChanged = defineLinkEmail({
  kind: 'password-changed',
  texts: (read) => read('account-emails').changed,
  link: words.link,
  why: words.why,
  async load({ signIn, config }, { accountId }) {
    return (await signIn.findAccountById(accountId)) && { url: `${config.publicOrigin}/login/forgot` }
  },
  sample: { url: `${sampleOrigin}/login/forgot` },
})
