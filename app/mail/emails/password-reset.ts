import { signResetLink } from '#app/domain/accounts/account-links.ts'
import { defineEmail } from '#app/mail/define-email.ts'
import { linkPart, paragraphs } from '#app/mail/parts.tsx'
import { sampleLink } from '#app/mail/samples.ts'
import { passwordReset as words } from '#content/emails.ts'

export const passwordReset = defineEmail({
  kind: 'password-reset',
  async load({ signIn, signer, config }, { resetId }) {
    // After waiting for the mail server its link may have expired, and the account may be gone.
    const accountId = await signIn.findReset(resetId, Date.now())
    if (!accountId || !(await signIn.findAccountById(accountId))) return undefined
    return { resetUrl: `${config.publicOrigin}${signResetLink(signer, resetId)}` }
  },
  subject: () => words.subject,
  preview: () => words.preview,
  body: ({ resetUrl }) => [...paragraphs(words), linkPart(words.reset, resetUrl)],
  sample: { resetUrl: sampleLink('/login/reset') },
})
