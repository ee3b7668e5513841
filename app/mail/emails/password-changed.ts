import { defineEmail } from '#app/mail/define-email.ts'
import { textParts } from '#app/mail/email-texts.ts'
import { buttonPart } from '#app/mail/parts.tsx'
import { sampleOrigin } from '#app/mail/samples.ts'
import { passwordChanged as words } from '#content/emails.ts'

/** `passkeys`: names of those that still open the account. */
type Changed = { url: string; passkeys: string[] }

export const passwordChanged = defineEmail<'password-changed', Changed>({
  kind: 'password-changed',
  async load({ signIn, config }, { accountId }) {
    if (!(await signIn.findAccountById(accountId))) return undefined
    const passkeys = (await signIn.listPasskeys(accountId)).map(({ name }) => name)
    return { url: `${config.publicOrigin}/login/forgot`, passkeys }
  },
  head: ({ read }) => read('account-emails').changed,
  body({ url, passkeys, read }) {
    const { text, after } = read('account-emails').changed
    const stillOpen = passkeys.length > 0 ? [{ paragraph: words.passkeys(passkeys.join(', ')) }] : []
    return [...textParts(text), buttonPart(words.link, url), ...stillOpen, ...textParts(after)]
  },
  why: words.why,
  sample: { url: `${sampleOrigin}/login/forgot`, passkeys: [] },
  otherSamples: [{ url: `${sampleOrigin}/login/forgot`, passkeys: ['Safari on iPhone', 'Chrome on Windows'] }],
})
