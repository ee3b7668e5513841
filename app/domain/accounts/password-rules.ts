import { isListed, isMadeOfCommonWords } from './common-passwords.server.ts'
import type { Role } from './roles.ts'

/** NIST SP 800-63B-4, 3.1.1.2: a length and a list of common passwords, but no rule about character classes. */
export const leastForVisitors = 8
/** Without two-factor authentication, the password of somebody who works here alone protects every patient's address. */
export const leastForStaff = 15
const most = 256

export const leastLengthFor = ({ role, hasSecondFactor }: Pick<PasswordOwner, 'role' | 'hasSecondFactor'>) =>
  role && !hasSecondFactor ? leastForStaff : leastForVisitors

export type PasswordContext = { clinicName: string }

export type NewPassword = {
  password: string
  rules: PasswordContext
  /** Network address, for the audit trail. */
  from: string
}

/** `problem`: what is wrong, as a sentence. */
export type Unfit = { ok: false; reason: 'unfit'; problem: string }

type PasswordOwner = { email: string; name: string; hasSecondFactor: boolean; role?: Role | undefined }

/** Undefined when an account's new password is good. */
export function findUnfit(password: string, owner: PasswordOwner, { clinicName }: PasswordContext): Unfit | undefined {
  const about = [owner.email, owner.name, clinicName]
  const problem = passwordProblem(password, { least: leastLengthFor(owner), about })
  return problem ? { ok: false, reason: 'unfit', problem } : undefined
}

/** `about`: what a guesser tries first. */
export function passwordProblem(
  password: string,
  { least, about }: { least: number; about: string[] },
): string | undefined {
  const length = [...password].length
  if (length < least) return `Enter a password of at least ${least} characters.`
  if (length > most) return `Enter a password of at most ${most} characters.`
  if (isAbout(password, about)) return 'This password is too much like your email, your name or our name.'
  if (isCommon(password))
    return 'This password is one of the first that people guess. Three or four words you choose yourself work better.'
  return undefined
}

/** Digits and signs around common words, and digits in place of letters, are guessed too. */
function isCommon(password: string) {
  const plain = password.normalize('NFKC').toLowerCase()
  if (isRow(plain) || isRepeated(plain)) return true
  if ([plain, swappedBack(plain), plain.replace(/[^\p{L}]+$/u, '')].some(isListed)) return true
  return [plain, swappedBack(plain), swappedBack(core(plain))].some((text) => {
    const letters = text.replace(/[^\p{L}]/gu, '')
    // A long text of mostly digits or signs is not a common password.
    const isMostlyLetters = letters.length >= 3 && text.length - letters.length <= Math.max(6, letters.length)
    return isMostlyLetters && (isMadeOfCommonWords(letters) || isRepeated(letters) || isRow(letters))
  })
}

const core = (text: string) => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')

const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiopasdfghjklzxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p',
]

/** Only pieces of the alphabet, the digits or a keyboard row, forward or backward. */
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

/** 'aaaaaaaa', 'abcabcabc', '20202020'. */
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

/** Characters besides the person's or clinic's name. */
const leastOther = 5

function isAbout(password: string, about: string[]) {
  const plain = password.toLowerCase()
  const parts = about.flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)).filter((part) => part.length >= 3)
  const named = parts.filter((part) => plain.includes(part))
  if (named.length === 0) return false
  const rest = named.toSorted((a, b) => b.length - a.length).reduce((text, part) => text.replaceAll(part, ''), plain)
  return rest.replace(/[^\p{L}\p{N}]/gu, '').length < leastOther
}
