import { signInPath } from '#app/domain/accounts/sign-in-path.ts'
import { findContactChange } from '#app/domain/clinic/contact-change.server.ts'
import type { ContactSection } from '#app/domain/clinic/contact-sections.ts'
import { defineEmail } from '#app/mail/define-email.ts'
import { buttonPart } from '#app/mail/parts.tsx'
import { sampleOrigin } from '#app/mail/samples.ts'
import { contactChanged as words } from '#content/emails.ts'

type Changed = { section: ContactSection; was: string; is: string; url: string }

/** To the owner and the clinic's former addresses. */
export const contactChanged = defineEmail<'contact-changed', Changed>({
  kind: 'contact-changed',
  async load({ database, config }, { section, version }) {
    const found = await findContactChange(database.db, { section, version })
    return (
      found && {
        section,
        was: found.was.join(', '),
        is: found.is.join(', '),
        url: `${config.publicOrigin}${signInPath('/admin/clinic')}`,
      }
    )
  },
  head: ({ section }) => ({
    subject: words.subject[section],
    preview: words.preview,
    headline: words.subject[section],
  }),
  body: ({ was, is, url }) => [
    {
      facts: [
        { name: words.rows.was, value: was },
        { name: words.rows.is, value: is },
      ],
    },
    { paragraph: words.advice },
    buttonPart(words.link, url),
  ],
  why: words.why,
  toClinic: true,
  sample: {
    section: 'emails',
    was: 'hello@clinic.example',
    is: 'desk@clinic.example',
    url: `${sampleOrigin}${signInPath('/admin/clinic')}`,
  },
})
