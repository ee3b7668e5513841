import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { connectionTest as words } from '#content/emails.ts'
import { renderEmail } from './email-frame.tsx'
import { paragraphs } from './parts.tsx'

/** Not sent through the outbox. */
export const connectionTest = ({ clinic }: { clinic: ClinicFacts }) =>
  renderEmail({ clinic, subject: words.subject, preview: words.preview, body: paragraphs(words) })
