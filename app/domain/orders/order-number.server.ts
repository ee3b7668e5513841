import { randomInt } from 'node:crypto'

/** Easy to read out over the phone: no 0 and O, no 1, I and L, and no vowels, which would spell words. */
const characters = '23456789BCDFGHJKMNPQRSTVWXYZ'

/** 'K7F-29Q': one of half a billion, so other customers' numbers can't be guessed. */
export function createOrderNumber() {
  const drawn = Array.from({ length: 6 }, () => characters[randomInt(characters.length)]).join('')
  return `${drawn.slice(0, 3)}-${drawn.slice(3)}`
}
