import { signConfirmLink } from '#app/domain/accounts/account-links.ts'
import { defineEmail } from '#app/mail/define-email.ts'
import { linkPart, paragraphs } from '#app/mail/parts.tsx'
import { sampleLink } from '#app/mail/samples.ts'
import { accountConfirm as words } from '#content/emails.ts'

/** To the address of a new account. */
export const accountConfirm = defineEmail({
  kind: 'account-confirm',
  async load({ signIn, signer, config }, ids) {
    const account = await signIn.findAccountById(ids.accountId)
    if (!account || account.isVerified || !(await signIn.hasConfirmation(ids, Date.now()))) return undefined
    return { confirmUrl: `${config.publicOrigin}${signConfirmLink(signer, ids)}` }
  },
  subject: () => words.subject,
  preview: () => words.preview,
  body: ({ confirmUrl }) => [...paragraphs(words), linkPart(words.confirm, confirmUrl)],
  sample: { confirmUrl: sampleLink('/login/confirm') },
})
