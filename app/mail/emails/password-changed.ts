import { defineEmail } from '#app/mail/define-email.ts'
import { linkPart, paragraphs } from '#app/mail/parts.tsx'
import { sampleOrigin } from '#app/mail/samples.ts'
import { passwordChanged as words } from '#content/emails.ts'

export const passwordChanged = defineEmail({
  kind: 'password-changed',
  async load({ signIn, config }, { accountId }) {
    if (!(await signIn.findAccountById(accountId))) return undefined
    return { forgotUrl: `${config.publicOrigin}/login/forgot` }
  },
  subject: () => words.subject,
  preview: () => words.preview,
  body: ({ forgotUrl }) => [...paragraphs(words), linkPart(words.reset, forgotUrl)],
  sample: { forgotUrl: `${sampleOrigin}/login/forgot` },
})
