/** Random choices from a seed: the same seed gives the same choices, as far as timing allows. */
export type Chance = {
  /** From 0 to below 1. */
  next(): number
  between(least: number, most: number): number
  oneOf<Item>(items: readonly Item[]): Item
}

/** Mulberry32: small, and random enough to choose moments. */
export function createChance(seed: number): Chance {
  let state = seed >>> 0
  function next() {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    between: (least, most) => least + next() * (most - least),
    oneOf(items) {
      const item = items[Math.floor(next() * items.length)]
      if (item === undefined) throw new Error('nothing to choose from')
      return item
    },
  }
}

/** Derives a seed for one part of the torture from the seed of the whole (FNV-1a). */
export function deriveSeed(seed: number, part: string) {
  let hash = 0x811c9dc5 ^ seed
  for (const character of part) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193)
  return hash >>> 0
}
