/** Narrow enough to be quoted in a reply. */
const width = 72

/** Not within '10:30 am' and '(205) 555-0142'. */
const breaks = / (?!(?<=\d )[ap]m\b|(?<=\(\d{3}\) )\d)/

/** A longer word, such as a link, stays whole. */
export function wrapText(paragraph: string, most = width) {
  const lines: string[] = []
  let line = ''
  for (const word of paragraph.replaceAll(/\s+/g, ' ').split(breaks).filter(Boolean)) {
    if (line && line.length + 1 + word.length > most) {
      lines.push(line)
      line = word
    } else line = line ? `${line} ${word}` : word
  }
  return [...lines, line].join(newline)
}

/** The line ending of mail (RFC 5322, 2.3). */
export const newline = '\r\n'

export const splitLines = (text: string) => text.split(/\r\n|\r|\n/)
