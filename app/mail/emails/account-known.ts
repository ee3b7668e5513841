import { defineEmail } from '#app/mail/define-email.ts'
import { linkPart, paragraphs } from '#app/mail/parts.tsx'
import { sampleOrigin } from '#app/mail/samples.ts'
import { accountKnown as words } from '#content/emails.ts'

/** To the owner of an account whose address was used to sign up again. */
export const accountKnown = defineEmail({
  kind: 'account-known',
  async load({ signIn, config }, { accountId }) {
    if (!(await signIn.findAccountById(accountId))) return undefined
    return { loginUrl: `${config.publicOrigin}/login` }
  },
  subject: () => words.subject,
  preview: () => words.preview,
  body: ({ loginUrl }) => [...paragraphs(words), linkPart(words.login, loginUrl)],
  sample: { loginUrl: `${sampleOrigin}/login` },
})
