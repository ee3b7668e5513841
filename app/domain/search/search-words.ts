const stopWords = new Set(
  'a an and are as at be by can do for from have how i in is it me my of on or our that the this to we what when where which who with you your'.split(
    ' ',
  ),
)

export const splitWords = (text: string) => text.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’]\p{L}+)*/gu) ?? []

/**
 * Singular, without accents, and spelled as it sounds, because Sanskrit words have many English spellings (triphala and
 * trifala, ashwagandha and ashvaganda). Undefined for a stop word.
 */
export function toSearchKey(word: string, spellings: Spellings): string | undefined {
  const plain = removeAccents(word)
  if (plain === '' || stopWords.has(plain)) return undefined
  const key = toSound(toSingular(plain))
  return spellings.get(key) ?? key
}

export const normalizeWord = (word: string) => toSingular(removeAccents(word))

const removeAccents = (word: string) =>
  word
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()

/** Letters like 'aaaa' would leave no sound. */
function toSound(word: string) {
  const sound = spellBySound(word)
  return sound.length < Math.min(2, word.length) ? word : sound
}

function toSingular(word: string) {
  if (word.length < 4) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (/(?:s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2)
  return /[^suia]s$/.test(word) || /[^s]as$/.test(word) ? word.slice(0, -1) : word
}

const spellBySound = (word: string) =>
  word
    .replace(/ph/g, 'f')
    .replace(/tch/g, 'ch')
    .replace(/([bdgjkrst])h/g, '$1')
    .replace(/ck|q/g, 'k')
    .replace(/w/g, 'v')
    .replace(/z/g, 's')
    .replace(/(?<=.)y/g, 'i')
    .replace(/ee/g, 'i')
    .replace(/oo/g, 'u')
    .replace(/([a-z])\1+/g, '$1')

/** Key of each other spelling -> key of the first one. */
export type Spellings = ReadonlyMap<string, string>

/** Of groups such as 'basti, vasti'. */
export const toSpellings = (groups: readonly string[]): Spellings =>
  new Map(
    groups.flatMap((group) => {
      const [first = '', ...others] = splitWords(group).map((word) => toSound(toSingular(removeAccents(word))))
      return others.map((other) => [other, first] as const)
    }),
  )
