type FeedFormat = 'rss' | 'atom' | 'rdf'

// A parser takes the longer the more tags and attributes there are, whatever the length of the text. No real feed of
// the size we read comes near these; a pathological one would keep every visitor waiting for a second.
const maxTags = 50_000
const maxAttributes = 25_000
const maxTagLength = 100_000

/**
 * What an XML feed says about itself before any parser has seen it; `isEmpty`: it has what a feed of its kind must
 * have, and not one entry. Undefined for a text whose root is not one of a feed: a web page may well speak about
 * '<rss version="2.0">', and so may a post in a feed of another kind. Undefined, too, when it was cut off, or is
 * more than a parser can be asked to read.
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

/** What stands between '<' and '>', in its order; undefined for a comment, a declaration or CDATA, which hold no tags. */
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

// The order matters: the last one is the beginning of the two before it.
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
