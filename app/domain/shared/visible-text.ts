/** Not seen, and refused by most programs: zero-width marks, isolates, byte order marks, fillers. */
const invisible = /[\p{Default_Ignorable_Code_Point}\u2800]/gu

/** Blanks of other kinds: tabs, Word's line breaks, separators. Not a line feed, which a single line must not have. */
const otherBlanks = /[\t\v\f\u0085\u2028\u2029]/g

/** Scripts in which joiners decide how the letters around are written. */
const joining = ['Arab', 'Syrc', 'Nkoo', 'Thaa', 'Adlm', 'Mong', 'Phag', 'Rohg', 'Mand', 'Deva', 'Beng', 'Guru', 'Gujr']
  .concat(['Orya', 'Taml', 'Telu', 'Knda', 'Mlym', 'Sinh', 'Newa', 'Tibt', 'Mymr', 'Khmr', 'Bali', 'Java', 'Tirh'])
  .map((script) => `\\p{Script_Extensions=${script}}`)
  .join('')

const afterLetter = new RegExp(`[${joining}\\p{M}]$`, 'u')
const beforeLetter = new RegExp(`^[${joining}]`, 'u')
/** The sign itself, its color, or how it is shown. */
const afterEmoji = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)$/u
const beforeEmoji = /^\p{Extended_Pictographic}/u
const flagOfRegion = /\u{1f3f4}[\u{e0061}-\u{e007a}\u{e0030}-\u{e0039}]*$/u
/** What has variants: emoji, Chinese characters of Japanese names, Mongolian letters. */
const varied = /[\p{Emoji}\p{Script=Han}\p{Script=Mong}\p{Script=Mymr}\p{Script=Phag}]$/u

/** As people see it: without invisible marks, except those that change how the letters or emoji beside them look. */
export const withoutInvisible = (text: string) =>
  text
    .replace(invisible, (mark, at: number) => {
      const before = text.slice(Math.max(0, at - 16), at)
      return changesLook(mark, before, text.slice(at + mark.length, at + mark.length + 2)) ? mark : ''
    })
    .replace(otherBlanks, ' ')

function changesLook(mark: string, before: string, after: string) {
  if (mark === '\u200d' && afterEmoji.test(before)) return beforeEmoji.test(after)
  // Old Malayalam ends words so.
  if (mark === '\u200d') return afterLetter.test(before)
  if (mark === '\u200c') return afterLetter.test(before) && beforeLetter.test(after)
  if (/[\u{e0030}-\u{e007f}]/u.test(mark)) return flagOfRegion.test(before)
  return /\p{Variation_Selector}/u.test(mark) && varied.test(before)
}
