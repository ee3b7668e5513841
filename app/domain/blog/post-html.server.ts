import sanitizeHtml, { type IOptions } from 'sanitize-html'
import { sanitizedToText, removeLostCharacters } from './blog-post.ts'

// They bound the work that a feed can cause, which grows with the number of tags, and far faster with unclosed ones.
const wholePost = { characters: 100_000, tags: 4_000 }
const beginning = { characters: 50_000, tags: 1_000 }

/** Text, headings, lists, quotes and links; no pictures, styles or scripts. */
export const sanitizePost = (html: string) =>
  // Write '<br>' as HTML does. In sanitized HTML every '>' of a text is escaped, so only tags change.
  removeLostCharacters(sanitizeHtml(limitHtml(html, wholePost), postOptions(html)).replaceAll(' />', '>')).trim()

/** Plain text of any HTML, entities decoded, white space collapsed. */
export const toPlainText = (html: string) => sanitizedToText(sanitizeHtml(limitHtml(html, beginning), textOptions))

/** As `toPlainText`, with an empty line between blocks. */
export const toParagraphs = (html: string) =>
  sanitizeHtml(limitHtml(html, wholePost), textOptions)
    .replace(/<br[^>]*>/g, ' ')
    .split(/<[^>]*>/)
    .map(sanitizedToText)
    .filter(Boolean)
    .join('\n\n')

function limitHtml(html: string, most: typeof wholePost) {
  const start = html.slice(0, most.characters)
  let end = start.indexOf('<')
  for (let tags = 0; tags < most.tags && end !== -1; tags += 1) end = start.indexOf('<', end + 1)
  return start
    .slice(0, end === -1 ? undefined : end)
    .toWellFormed()
    .replaceAll('\0', '')
}

const blocks = 'p h2 h3 h4 ul ol li blockquote br pre hr'.split(' ')
const otherBlocks = 'h1 h5 h6 div section article table tr td th dt dd figure figcaption'.split(' ')
/** Their content is discarded too. */
const nonTextTags = 'script style textarea option xmp noscript title iframe object svg math video audio'.split(' ')

const common: IOptions = { nonTextTags, nestingLimit: 20, disallowedTagsMode: 'discard' }

const postOptions = (html: string): IOptions => ({
  ...common,
  allowedTags: [...blocks, 'em', 'strong', 'a', 'code'],
  allowedAttributes: { a: ['href', 'rel'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  transformTags: { b: 'strong', i: 'em', a: safeLink, ...shiftHeadings(html) },
})

const textOptions: IOptions = {
  ...common,
  // They all separate words.
  allowedTags: [...blocks, ...otherBlocks],
  allowedAttributes: {},
}

/** The page's title is its only h1, and nothing is set smaller than h4. */
function shiftHeadings(html: string): Record<string, string> {
  const deep = { h5: 'h4', h6: 'h4' }
  return /<h1[\s>]/i.test(html) ? { h1: 'h2', h2: 'h3', h3: 'h4', ...deep } : deep
}

function safeLink(tagName: string, { href = '' }: Record<string, string>) {
  const address = href.trim()
  // Browsers read a backslash as a slash, so '/\example.com' is another website.
  if (/^[\\/]{2}/.test(address)) return { tagName, attribs: {} as Record<string, string> }
  const attribs: Record<string, string> = { href: address }
  if (/^https?:/i.test(address)) attribs.rel = 'noopener noreferrer'
  return { tagName, attribs }
}
