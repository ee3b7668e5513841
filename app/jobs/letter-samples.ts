import { clinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import type { LetterKind } from '#app/domain/outbox/letters.server.ts'
import type { RenderedLetter } from '#app/mail/letter.tsx'
import { newsletterConfirm } from '#app/mail/newsletter-confirm.tsx'
import { newsletterWelcome } from '#app/mail/newsletter-welcome.tsx'

/** Every kind of letter with made-up data, to be looked at (`npm run letters`). */
export function letterSamples(): Record<LetterKind, RenderedLetter> {
  const clinic = clinicFacts(Date.now())
  const link = (path: string) =>
    `https://www.clinic.example${path}/c2FtcGxlLWxpbms.QnV0LWEtbG9uZy1zaWduYXR1cmUtYWZ0ZXItaXQ`
  return {
    'newsletter-welcome': newsletterWelcome({ clinic, unsubscribeUrl: link('/newsletter/unsubscribe') }),
    'newsletter-confirm': newsletterConfirm({ clinic, confirmUrl: link('/newsletter/confirm') }),
  }
}
