import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { connectionTest as words } from '#content/emails.ts'
import { renderEmail } from './email-frame.tsx'
import { paragraphParts } from './parts.tsx'

/** Not sent through the outbox. */
export const connectionTest = ({ clinic }: { clinic: ClinicFacts }) =>
  renderEmail({ ...words, clinic, body: paragraphParts(words.paragraphs), toClinic: true })
