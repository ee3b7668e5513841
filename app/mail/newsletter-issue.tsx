import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { newsletterIssue as words } from '#content/letters.ts'
import { inWords } from '#content/pages/page.ts'
import { renderEmail, type RenderedEmail } from './email-frame.tsx'
import { linesOf, newline } from './plain-text.ts'

type Issue = {
  clinic: ClinicFacts
  url: string
  /** The clinic's own; without them the letter has its usual ones. */
  subject: string | undefined
  intro: string | undefined
  unsubscribeUrl: string
}

/** The newsletter: a few words, one link, and the link that ends the subscription. */
export function newsletterIssue({ clinic, url, subject, intro, unsubscribeUrl }: Issue): RenderedEmail {
  const own = linesOf(intro ?? '').filter((line) => line.trim())
  const paragraphs = own.length > 0 ? own : words.paragraphs
  const lines = own.length > 0 && intro ? linesOf(intro) : paragraphs.map((paragraph) => inWords(paragraph, clinic))
  const message = lines.join(newline)
  return {
    ...renderEmail({
      clinic,
      words: { subject: subject ?? words.subject, preview: own[0] ?? words.preview, paragraphs },
      parts: [
        { link: { label: words.read, url } },
        { paragraph: inWords(words.why, clinic) },
        { link: { label: words.unsubscribe, url: unsubscribeUrl } },
      ],
    }),
    // RFC 8058: a mail program may end the subscription with one POST.
    headers: { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    template: { name: 'newsletter', params: { newsletter_url: url, unsubscribe_url: unsubscribeUrl, message } },
  }
}
