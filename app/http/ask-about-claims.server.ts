import { acceptedText, type ClaimsQuestion } from '#app/domain/claims/claims-question.ts'
import { findClaims } from '#app/domain/claims/find-claims.ts'
import type { Typed } from './parse-form.ts'

/** The claims in a text for visitors, unless they were shown already and the text is saved anyway. */
export function askAboutClaims(text: string, typed: Typed): { asked?: ClaimsQuestion; wereShown: boolean } {
  const hits = findClaims(text)
  // Forms send CRLF line breaks.
  const wereShown = hits.length > 0 && typed[acceptedText]?.replaceAll('\r\n', '\n') === text
  return { wereShown, ...(hits.length > 0 && !wereShown && { asked: { text, hits } }) }
}
