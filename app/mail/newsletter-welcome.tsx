import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { newsletterWelcome as words } from '#content/letters.ts'
import { renderEmail, type RenderedEmail } from './email-frame.tsx'

export function newsletterWelcome({
  clinic,
  unsubscribeUrl,
}: {
  clinic: ClinicFacts
  unsubscribeUrl: string
}): RenderedEmail {
  return {
    ...renderEmail({ clinic, words, parts: [{ link: { label: words.unsubscribe, url: unsubscribeUrl } }] }),
    // RFC 8058: a mail program may end the subscription with one POST.
    headers: { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  }
}
