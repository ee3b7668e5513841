/**
 * What somebody looks for, as typed and trimmed, without the characters that no HTML page may hold:
 * control characters other than tab and line feed, half characters, code points that will never be any.
 */
export const normalizeSearchTerm = (typed: string | null) =>
  (typed ?? '')
    .toWellFormed()
    .replace(/(?![\t\n])[\p{Cc}\p{Noncharacter_Code_Point}]/gu, '')
    .trim()
