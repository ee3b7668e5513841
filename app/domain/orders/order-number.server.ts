import { randomInt } from 'node:crypto'

/** Read out over the phone: no 0 and O, no 1, I and L, and no vowels, which would spell words. */
const characters = '23456789BCDFGHJKMNPQRSTVWXYZ'

/** 'K7F-29Q': half a billion of them, so that nobody guesses the number of somebody else's order. */
export function createOrderNumber() {
  const drawn = Array.from({ length: 6 }, () => characters[randomInt(characters.length)]).join('')
  return `${drawn.slice(0, 3)}-${drawn.slice(3)}`
}
