/** Narrow enough to stay whole when it is quoted in an answer. */
const width = 72

/** The paragraph in lines of at most 72 characters, or `most`; a longer word, such as a link, stays whole. */
export function wrapped(paragraph: string, most = width) {
  const lines: string[] = []
  let line = ''
  for (const word of paragraph.split(/\s+/).filter(Boolean)) {
    if (line && line.length + 1 + word.length > most) {
      lines.push(line)
      line = word
    } else line = line ? `${line} ${word}` : word
  }
  return [...lines, line].join(newline)
}

/** Mail knows no other line ending (RFC 5322, 2.3). */
export const newline = '\r\n'

export const linesOf = (text: string) => text.split(/\r\n|\r|\n/)
