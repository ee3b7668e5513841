import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { newsletterConfirm as words } from '#content/letters.ts'
import { renderEmail, type RenderedEmail } from './email-frame.tsx'

export const newsletterConfirm = ({ clinic, confirmUrl }: { clinic: ClinicFacts; confirmUrl: string }): RenderedEmail =>
  renderEmail({ clinic, words, parts: [{ link: { label: words.confirm, url: confirmUrl } }] })
