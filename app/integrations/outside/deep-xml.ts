/** More than any calendar server or feed has. */
const mostLevels = 200

/** Whether elements are nested so deep that a parser would take all time and memory. Reads the text once. */
export function isDeepXml(text: string): boolean {
  let depth = 0
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    if (text.startsWith('<![CDATA[', at)) at = endOf(text, ']]>', at)
    else if (text.startsWith('<!--', at)) at = endOf(text, '-->', at)
    else if (text[at + 1] === '/') {
      depth -= 1
      at += 2
    } else if (text[at + 1] === '!' || text[at + 1] === '?') at += 2
    else {
      at = endOfTag(text, at)
      if (text[at - 2] !== '/') depth += 1
      if (depth > mostLevels) return true
    }
  }
  return false
}

/** Behind the mark, or the end of the text. */
function endOf(text: string, mark: string, from: number) {
  const at = text.indexOf(mark, from)
  return at < 0 ? text.length : at + mark.length
}

/** A '>' may stand in an attribute. */
function endOfTag(text: string, from: number) {
  let quote = ''
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at]!
    if (quote) quote = sign === quote ? '' : quote
    else if (sign === '"' || sign === "'") quote = sign
    else if (sign === '>') return at + 1
  }
  return text.length
}
