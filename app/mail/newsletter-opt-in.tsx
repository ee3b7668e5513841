import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { newsletterOptIn as words } from '#content/letters.ts'
import { renderLetter, type RenderedLetter } from './letter.tsx'

export const newsletterOptIn = ({ clinic, confirmUrl }: { clinic: ClinicFacts; confirmUrl: string }): RenderedLetter =>
  renderLetter({ clinic, words, parts: [{ link: { label: words.confirm, url: confirmUrl } }] })
