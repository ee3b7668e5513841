import { signInPath } from '#app/domain/accounts/sign-in-path.ts'
import { defineEmail } from '#app/mail/define-email.ts'
import { buttonPart } from '#app/mail/parts.tsx'
import { sampleOrigin } from '#app/mail/samples.ts'
import { passkeyAdded as words } from '#content/emails.ts'

type Added = { name: string; url: string }

/** To the owner of the account, in case it was somebody else. */
export const passkeyAdded = defineEmail<'passkey-added', Added>({
  kind: 'passkey-added',
  async load({ signIn, config }, { accountId, passkeyId }) {
    const passkey = (await signIn.listPasskeys(accountId)).find(({ id }) => id === passkeyId)
    return passkey && { name: passkey.name, url: `${config.publicOrigin}${signInPath('/profile')}` }
  },
  head: ({ clinic }) => ({
    subject: words.subject(clinic.name),
    preview: words.preview,
    headline: words.headline,
  }),
  body: ({ name, url, clinic }) => [
    { paragraph: words.text(name) },
    buttonPart(words.link, url),
    { paragraph: words.advice(clinic) },
  ],
  why: words.why,
  sample: { name: 'Safari on iPhone', url: `${sampleOrigin}${signInPath('/profile')}` },
})
