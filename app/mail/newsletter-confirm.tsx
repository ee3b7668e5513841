import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { newsletterConfirm as words } from '#content/letters.ts'
import { renderLetter, type RenderedLetter } from './letter.tsx'

export const newsletterConfirm = ({
  clinic,
  confirmUrl,
}: {
  clinic: ClinicFacts
  confirmUrl: string
}): RenderedLetter => renderLetter({ clinic, words, parts: [{ link: { label: words.confirm, url: confirmUrl } }] })
