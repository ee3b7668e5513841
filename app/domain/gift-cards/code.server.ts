import { createHash, randomInt } from 'node:crypto'

/** No 0 and O, no 1, I and L, and no vowels, which would spell words. */
const characters = '23456789BCDFGHJKMNPQRSTVWXYZ'
const length = 16

/** 'K7F29QXW3MPT8D4V': 77 bits, so that nobody finds one by trying. */
export const drawCode = () => Array.from({ length }, () => characters[randomInt(characters.length)]).join('')

/** However it was typed: 'k7f2-9qxw 3mpt 8d4v'. Undefined if it can be none. */
export function readCode(typed: string): string | undefined {
  const code = typed.toUpperCase().replace(/[\s\u2010-\u2015-]/g, '')
  return code.length === length && [...code].every((one) => characters.includes(one)) ? code : undefined
}

/** Codes are found by it. A plain hash is enough: there are too many codes to try them all. */
export const hashCode = (code: string) => createHash('sha256').update(code).digest('base64url')
