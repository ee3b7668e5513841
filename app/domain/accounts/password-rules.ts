import { commonPasswordList } from './common-password-list.server.ts'
import { isMadeOfCommonWords } from './common-passwords.ts'

/** NIST SP 800-63B-4, 3.1.1.2: length and a list of common ones, no rule about which characters it holds. */
export const leastForVisitors = 8
/** Where the password is all that stands between a stranger and every patient's address. */
export const leastForAdmin = 15
const most = 256

type Rule = {
  least: number
  /** What a guesser tries first: the person's address and name, the clinic's name. */
  about: string[]
}

/** What is wrong with a new password, as a sentence; undefined when it will do. */
export function passwordProblem(password: string, { least, about }: Rule): string | undefined {
  const length = [...password].length
  if (length < least) return `Enter a password of at least ${least} characters.`
  if (length > most) return `Enter a password of at most ${most} characters.`
  if (isAbout(password, about)) return 'This password is too much like your email, your name or our name.'
  if (isCommon(password))
    return 'This password is one of the first that people guess. Three or four words you choose yourself work better.'
  return undefined
}

/** Digits and signs around common words, and letters written as digits, stop nobody who guesses. */
function isCommon(password: string) {
  const plain = password.normalize('NFKC').toLowerCase()
  if (isRow(plain) || isRepeated(plain) || isListed(plain)) return true
  return [plain, swappedBack(plain), swappedBack(core(plain))].some((text) => {
    const letters = text.replace(/[^\p{L}]/gu, '')
    // A long text of mostly digits or signs is its writer's own.
    const isMostlyLetters = letters.length >= 3 && text.length - letters.length <= Math.max(6, letters.length)
    return isMostlyLetters && (isMadeOfCommonWords(letters) || isRepeated(letters) || isRow(letters))
  })
}

const listed = ` ${commonPasswordList.trim().replace(/\s+/g, ' ')} `

/** As it is, with letters in place of the digits written for them, and without what stands behind it. */
function isListed(plain: string) {
  const ways = [plain, swappedBack(plain), plain.replace(/[^\p{L}]+$/u, '')]
  return ways.some((way) => way.length >= leastForVisitors && !way.includes(' ') && listed.includes(` ${way} `))
}

/** Without the digits and signs before and behind. */
const core = (text: string) => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')

const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiopasdfghjklzxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p',
]

/** A piece of the alphabet, of the digits or of a keyboard, in either direction, or several such pieces. */
function isRow(text: string) {
  const lines = rows.flatMap((row) => [row, [...row].toReversed().join('')])
  let rest = text
  while (rest.length > 0) {
    const piece = Array.from({ length: rest.length }, (_, cut) => rest.slice(0, rest.length - cut)).find(
      (start) => start.length >= 3 && lines.some((line) => line.includes(start)),
    )
    if (!piece) return false
    rest = rest.slice(piece.length)
  }
  return true
}

/** 'aaaaaaaa', 'abcabcabc', '20202020': few characters again and again. */
const isRepeated = (text: string) => /^(.{1,4})\1+.{0,3}$/su.test(text)

const swaps: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
}
const swappedBack = (text: string) => text.replace(/[0134578@$!]/g, (sign) => swaps[sign] ?? sign)

/** At least so much of it must be something else. */
const leastOfItsOwn = 5

function isAbout(password: string, about: string[]) {
  const plain = password.toLowerCase()
  const parts = about.flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)).filter((part) => part.length >= 3)
  const named = parts.filter((part) => plain.includes(part))
  if (named.length === 0) return false
  const rest = named.toSorted((a, b) => b.length - a.length).reduce((text, part) => text.replaceAll(part, ''), plain)
  return rest.replace(/[^\p{L}\p{N}]/gu, '').length < leastOfItsOwn
}
