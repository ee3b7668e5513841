import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { renderLetter, type RenderedLetter } from './letter.tsx'

export function newsletterWelcome({
  clinic,
  unsubscribeUrl,
}: {
  clinic: ClinicFacts
  unsubscribeUrl: string
}): RenderedLetter {
  return {
    ...renderLetter({
      clinic,
      subject: `You are subscribed to the newsletter of ${clinic.name}`,
      paragraphs: [
        'Thank you for subscribing to our newsletter.',
        'We write a short letter each season: recipes, routines and clinic news.',
        'If somebody else entered this address, or you change your mind, one click ends it.',
      ],
      action: { label: 'Unsubscribe', url: unsubscribeUrl },
    }),
    // RFC 8058: a mail program may end the subscription with one POST.
    headers: { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  }
}
