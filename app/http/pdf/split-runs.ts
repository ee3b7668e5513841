/** A piece of text in one font. */
export type Run = { font: string; text: string }

type Split = {
  runs: Run[]
  /** Characters that no font has stand as their code, '[U+4E2D]'. */
  isWhole: boolean
}

/** Splits a text by the first of the fonts that has each of its characters. */
export function splitRuns(
  text: string,
  fonts: readonly string[],
  has: (font: string, codePoint: number) => boolean,
): Split {
  const runs: Run[] = []
  let isWhole = true
  const add = (font: string, piece: string) => {
    const last = runs.at(-1)
    if (last?.font === font) last.text += piece
    else runs.push({ font, text: piece })
  }
  const covers = (font: string, piece: string) => [...piece].every((sign) => has(font, sign.codePointAt(0)!))
  const first = fonts[0]!
  /** Spaces stay with the letters before them, so that a word of another script is shaped as one. */
  const find = (piece: string) => {
    const last = runs.at(-1)?.font
    if (last && /^[\s\p{M}\p{P}]+$/u.test(piece) && covers(last, piece)) return last
    return fonts.find((font) => covers(font, piece))
  }
  for (const { segment } of clusters.segment(text.normalize('NFC'))) {
    const whole = find(segment)
    if (whole) {
      add(whole, segment)
      continue
    }
    for (const sign of segment) {
      const font = find(sign)
      if (font) add(font, sign)
      else {
        isWhole = false
        add(first, `[U+${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`)
      }
    }
  }
  return { runs, isWhole }
}

const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' })
