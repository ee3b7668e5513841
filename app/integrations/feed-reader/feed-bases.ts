/**
 * Each `xml:base` is relative to the one around it (RFC 4287, 2; XML Base). The parser drops that of a link and of an
 * RSS channel, so this code writes a link's base in front of its address before parsing.
 */
const separator = '\u001f'
const base = `xml:base\\s*=\\s*(?:"([^"'<>]*)"|'([^"'<>]*)')`
const linkTag = new RegExp(`<((?:[\\w.-]+:)?link)(?=\\s)([^<>]*?\\s)${base}([^<>]*)>`, 'gi')
const channelTag = new RegExp(`<channel(?=\\s)[^<>]*?\\s${base}`, 'i')

export const findChannelBase = (xml: string) => {
  const found = channelTag.exec(xml)
  return found?.[1] ?? found?.[2]
}

export const markLinkBases = (xml: string) =>
  xml.replace(linkTag, (_, name: string, before: string, double = '', single = '', after = '') => {
    const own = `${double}${single}${separator}`
    const tag = `<${name}${before}${after}>`
    return /\shref\s*=/i.test(tag) ? tag.replace(/(\shref\s*=\s*["'])/i, `$1${own}`) : `${tag}${own}`
  })

export const resolveBases = (start: string | undefined, bases: (string | undefined)[]) =>
  bases.reduce((from, next) => (next && URL.parse(next, from)?.href) || from, start)

export function resolveAddress(address: string | undefined, from: string | undefined) {
  const parts = address?.split(separator) ?? []
  const last = parts.pop()?.trim()
  return last && (URL.parse(last, resolveBases(from, parts))?.href ?? last)
}

const anchor = /(<a\s(?:[^<>]*?\s)?href\s*=\s*)(?:"([^"<>]*)"|'([^'<>]*)')/gi

/** Relative links lead to their author's site, not to ours. */
export const makeLinksAbsolute = (html: string, from: string | undefined) =>
  from === undefined
    ? html
    : html.replace(anchor, (tag, before: string, double?: string, single?: string) => {
        const address = (double ?? single ?? '').trim()
        const isWhole = address === '' || address.startsWith('#') || /^[a-z][a-z\d+.-]*:/i.test(address)
        return isWhole ? tag : `${before}"${resolveAddress(address, from)}"`
      })
