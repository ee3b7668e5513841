import type { ClaimHit } from './find-claims.ts'

/** Claims in a text that is not saved yet; 'Save anyway' posts the text with it. */
export type ClaimsQuestion = { text: string; hits: ClaimHit[] }

/** The field with the text whose claims were seen and are accepted. */
export const acceptedText = 'as-it-is'
