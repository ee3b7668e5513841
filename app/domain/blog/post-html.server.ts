import sanitizeHtml, { type IOptions } from 'sanitize-html'
import { sanitizedToText, removeLostCharacters } from './blog-post.ts'

// More than any post has, and than its beginning needs. They bound the work that a feed can cause: it grows with the
// number of tags, and with tags that are never closed far faster than that.
const wholePost = { characters: 100_000, tags: 4_000 }
const beginning = { characters: 50_000, tags: 1_000 }

/** What a post may look like here: text, headings, lists, quotes and links. No picture, style or script of others. */
export const sanitizePost = (html: string) =>
  // '<br>', as HTML has it. In sanitised HTML every '>' of a text is escaped, so only tags are touched.
  removeLostCharacters(sanitizeHtml(limitHtml(html, wholePost), postOptions(html)).replaceAll(' />', '>')).trim()

/** The text of any HTML, entities decoded, white space folded. */
export const toPlainText = (html: string) => sanitizedToText(sanitizeHtml(limitHtml(html, beginning), textOptions))

/** The text of any HTML, entities decoded, with an empty line between its blocks. */
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

const blocks = ['p', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'blockquote', 'br', 'pre', 'hr']

// Their content is no text of the post either.
const nonTextTags = [
  'script',
  'style',
  'textarea',
  'option',
  'xmp',
  'noscript',
  'title',
  'iframe',
  'object',
  'svg',
  'math',
  'video',
  'audio',
]

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
  // Other blocks than those of a post separate words, too.
  allowedTags: [
    ...blocks,
    'h1',
    'h5',
    'h6',
    'div',
    'section',
    'article',
    'table',
    'tr',
    'td',
    'th',
    'dt',
    'dd',
    'figure',
    'figcaption',
  ],
  allowedAttributes: {},
}

/** The page's own title is its only h1, and nothing is set smaller than h4. */
function shiftHeadings(html: string): Record<string, string> {
  const deep = { h5: 'h4', h6: 'h4' }
  return /<h1[\s>]/i.test(html) ? { h1: 'h2', h2: 'h3', h3: 'h4', ...deep } : deep
}

/** Links stay; those that leave give no window and no referrer away. */
function safeLink(tagName: string, { href = '' }: Record<string, string>) {
  const address = href.trim()
  // Browsers take a backslash for a slash, so '/\example.com' is another website.
  if (/^[\\/]{2}/.test(address)) return { tagName, attribs: {} as Record<string, string> }
  const attribs: Record<string, string> = { href: address }
  if (/^https?:/i.test(address)) attribs.rel = 'noopener noreferrer'
  return { tagName, attribs }
}
