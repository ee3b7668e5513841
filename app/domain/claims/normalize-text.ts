import { ownValue } from '#app/domain/shared/own-value.ts'

/** A normalized text, with a way back to the places in the original. */
export type NormalizedText = {
  /** Lower case, no accents, no invisible characters; a line break between paragraphs, single spaces elsewhere. */
  plain: string
  /** Maps plain[start..end) to the given text. */
  placeOf(start: number, end: number): { start: number; end: number }
}

/**
 * Undoes what hides words from a search but not from a reader: case, line breaks, hyphenation, soft hyphens, zero-width
 * characters, curly quotes, ligatures and other presentation forms (Unicode's NFKD), HTML entities.
 */
export function normalizeText(text: string): NormalizedText {
  const pieces: Piece[] = []
  const parts: string[] = []
  let length = 0
  let done = 0

  function add(plain: string, from: number, to: number, verbatim: boolean) {
    pieces.push({ at: length, from, to, verbatim })
    parts.push(plain)
    length += plain.length
  }

  for (const { 0: found, index } of text.matchAll(unusual)) {
    if (index > done) add(text.slice(done, index).toLowerCase(), done, index, true)
    done = index + found.length
    add(normalizePiece(found), index, done, false)
  }
  if (done < text.length) add(text.slice(done).toLowerCase(), done, text.length, true)

  const pieceAt = (offset: number) => pieces.findLast(({ at }) => at <= offset) ?? nothing
  return {
    plain: parts.join(''),
    placeOf(start, end) {
      const first = pieceAt(start)
      const last = pieceAt(end - 1)
      return {
        start: first.verbatim ? first.from + start - first.at : first.from,
        end: last.verbatim ? last.from + end - last.at : last.to,
      }
    },
  }
}

/** A part of the given text, copied in lower case (`verbatim`) or replaced. */
type Piece = { at: number; from: number; to: number; verbatim: boolean }

const nothing: Piece = { at: 0, from: 0, to: 0, verbatim: true }

// Matches all but ordinary characters with single spaces: a word cut at the end of a line, other white space, an
// entity, or a character outside ASCII.
const unusual =
  /[-\u00ad\u2010]\r?\n[ \t]*(?=\p{L})|\ufeff|[^\S \ufeff]\s*| \s+|&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8});|[^\0-\x7f]/giu

function normalizePiece(found: string): string {
  if (/^[-\u00ad\u2010]./su.test(found)) return ''
  if (/^[^\S\ufeff]/u.test(found)) return /\n\s*\n/.test(found) ? '\n' : ' '
  if (found.startsWith('&')) return decodeEntity(found)
  return normalizeCharacter(found)
}

const named: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  shy: '',
  zwj: '',
  zwnj: '',
  lsquo: "'",
  rsquo: "'",
  ldquo: '"',
  rdquo: '"',
  hyphen: '-',
  ndash: '-',
  mdash: ' - ',
  hellip: '.',
}

function decodeEntity(found: string) {
  const name = found.slice(1, -1).toLowerCase()
  if (!name.startsWith('#')) return ownValue(named, name) ?? found.toLowerCase()
  const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code <= 0x10ffff ? normalizeCharacter(String.fromCodePoint(code)) : ''
}

function normalizeCharacter(given: string) {
  if (/[^\S\ufeff]/u.test(given)) return ' '
  if (/[\u2014\u2015]/.test(given)) return ' - '
  if (/\p{Pd}/u.test(given)) return '-'
  if (/[\u2018\u2019\u201b\u02bc\u2032]/.test(given)) return "'"
  if (/[\u201c-\u201f\u00ab\u00bb]/.test(given)) return '"'
  if (given === '\u2022' || given === '\u2026') return '.'
  return given
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}\p{Cc}\p{Co}]/gu, '')
    .toLowerCase()
}
