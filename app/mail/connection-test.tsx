import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { connectionTest as words } from '#content/letters.ts'
import { renderEmail } from './email-frame.tsx'

/** To the admin who wants to see whether email works. */
export const connectionTest = ({ clinic }: { clinic: ClinicFacts }) => renderEmail({ clinic, words })
