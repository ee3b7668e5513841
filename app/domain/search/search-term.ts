/**
 * Trims and removes characters that no HTML page may contain: control characters other than tab and line feed, half
 * surrogate pairs, noncharacters.
 */
export const normalizeSearchTerm = (typed: string | null) =>
  (typed ?? '')
    .toWellFormed()
    .replace(/(?![\t\n])[\p{Cc}\p{Noncharacter_Code_Point}]/gu, '')
    .trim()
