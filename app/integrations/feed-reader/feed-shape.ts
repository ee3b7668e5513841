type FeedFormat = 'rss' | 'atom' | 'rdf'

// Parsing time grows with tags and attributes. Real feeds stay far below these limits; a hostile one would block the
// server for a second.
const maxTags = 50_000
const maxAttributes = 25_000
const maxTagLength = 100_000

/**
 * Detects the format before parsing. `isEmpty`: a valid feed without entries. Undefined for other documents (a web page
 * may mention '<rss version="2.0">'), and for one that is cut off or exceeds the limits.
 */
export function detectFormat(xml: string): { format: FeedFormat; isEmpty: boolean } | undefined {
  const names = new Set<string>()
  let root: string | undefined
  let tags = 0
  let attributes = 0
  for (const tag of splitTags(xml)) {
    tags += 1
    if (tags > maxTags) return undefined
    if (tag === undefined) continue
    const name = getTagName(tag)
    root ??= name
    attributes += countCharacter(tag, '=')
    if (!Object.hasOwn(formats, root) || tag.length > maxTagLength || attributes > maxAttributes) return undefined
    names.add(name)
    if (name === root && tag.endsWith('/')) names.add(`/${root}`)
  }
  if (!root || !names.has(`/${root}`)) return undefined
  const { format, frame, entry } = formats[root as keyof typeof formats]
  return { format, isEmpty: names.has(frame) && !names.has(entry) }
}

const formats = {
  rss: { format: 'rss', frame: 'channel', entry: 'item' },
  feed: { format: 'atom', frame: 'feed', entry: 'entry' },
  rdf: { format: 'rdf', frame: 'channel', entry: 'item' },
} as const

/** Yields what is between '<' and '>'; undefined for a comment, a declaration or CDATA. */
function* splitTags(xml: string) {
  let start = xml.indexOf('<')
  while (start !== -1) {
    const hidden = notTags.find(([begin]) => xml.startsWith(begin, start))
    const [begin, end] = hidden ?? ['<', '>']
    const close = xml.indexOf(end, start + begin.length)
    if (close === -1) return
    yield hidden ? undefined : xml.slice(start + 1, close)
    start = xml.indexOf('<', close + end.length)
  }
}

// The last one must come last, because the two before it begin with it.
const notTags = [
  ['<?', '?>'],
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<!', '>'],
] as const

/** 'rdf:RDF xmlns:rdf="…"' -> 'rdf', '/rdf:RDF' -> '/rdf' */
const getTagName = (tag: string) => {
  const [, slash = '', name = ''] = /^(\/?)(?:[^\s/:]*:)?([^\s/:]*)/.exec(tag) ?? []
  return slash + name.toLowerCase()
}

function countCharacter(text: string, character: string) {
  let count = 0
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) count += 1
  return count
}
