import { removedCell } from './removed-cell.ts'
import { replaceAccounts, replaceCards, replaceSocialSecurity } from './secret-numbers.server.ts'

const number = '(?:no|nr|num|number|id|code)\\b|#'
/** Between the word and what it announces. */
const link = `(?:[\\s:#=*x.(\\u2013-]|\\b(?:is|ending|in|with|${number}))`
/** What belongs to an address is none of them. */
const notOfAddress = '(?![\\w.+-]*@)'

const announce = (words: string[], value: string) =>
  new RegExp(`\\b(?<!@)((?:${words.join('|')})${link}{1,20}?)${notOfAddress}${value}`, 'gi')

const announced = [
  announce(['cvv2?|cvc2?|ccv|cvn|csc|cid|sec(?:urity)? ?code|pin(?! ?code)|last ?(?:4|four)'], '\\d{3,8}(?!\\d)'),
  announce(['visa|master ?card|amex|american express|card (?:ending|on file)'], '\\d{4}(?!\\d)'),
  announce(
    ['exp(?:iry|iration|ires)?(?: date)?|valid (?:thru|until)'],
    '(?:0?[1-9]|1[0-2]) ?[/ -]? ?(?:20)?\\d\\d(?![\\d/-])',
  ),
  announce(['acc(?:oun)?t|policy|social'], '\\d{6,}'),
  announce(
    [
      `ssn|ss ?#|soc(?:ial|\\.)? ?sec(?:urity|\\.)?|itin|tax ?id|iban|routing|aadha?ar|passport|medicare|medicaid`,
      `(?:cards?|acc(?:oun)?t|policy|member|group|grp|insurance|licen[cs]e) ?(?:${number})`,
    ],
    '(?=[\\w/-]*\\d[\\w/-]*\\d)\\w[\\w/-]*(?: \\d[\\d-]*)*',
  ),
  new RegExp(
    `\\b(?<!@)((?:${[
      'pass ?(?:word|code|phrase|wd)|pwd?|kennwort|passwort|contrase(?:n|\\u00f1)a|mot de passe|api ?key|secret(?: ?key)?',
    ].join('|')})(?:\\s*(?:[:=]|\\bis\\b)\\s*|\\s(?=[^\\s"',;]*\\d)))${notOfAddress}[^\\s"',;]+`,
    'gi',
  ),
]

/** Hashes of passwords, and keys of programs. */
const keys =
  /(?<![^\s,;|"'=:])(?:\$2[abxy]?\$|\$argon2|\$[156]\$|\{SS?HA\d*\}|pbkdf2[_:$]|scrypt[_:$])\S+|(?<!\w)[rs]k_(?:live|test)_\w+/gi

/** Removes what no list of subscribers needs, wherever it stands: numbers of cards and of persons, and what words announce. */
export function blankSecrets(text: string) {
  if (!/\p{Nd}/u.test(text) && !/pass|pwd?|kenn|contra|key|secret|token/i.test(text)) return text
  const withoutKeys = blankNumbers(text).replace(keys, removedCell)
  return announced.reduce((rest, pattern) => rest.replace(pattern, `$1${removedCell}`), withoutKeys)
}

/** A cell with fewer digits has none of these numbers; most cells do. */
const fewest = { card: 13, person: 9 }

function blankNumbers(text: string) {
  const digits = countDigits(text)
  const rest = digits >= fewest.card ? replaceCards(text, removedCell) : text
  return digits >= fewest.person ? replaceSocialSecurity(replaceAccounts(rest, removedCell), removedCell) : rest
}

/** Faster than a pattern, for millions of cells. Beyond Latin, anything may be one. */
function countDigits(text: string) {
  let count = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if ((code >= 0x30 && code <= 0x39) || code >= 0x660) count += 1
  }
  return count
}
