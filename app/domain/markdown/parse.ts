import MarkdownIt, { type StateBlock, type Token } from 'markdown-it'
import { isLinkAddress, isPictureSource } from './addresses.ts'
import type { Block, Inline, Span } from './document.ts'
import { toInline } from './inline.ts'
import { mostNesting, normalizeBlocks } from './normalize-blocks.ts'

const markdown = new MarkdownIt('zero', { html: false, maxNesting: 100 })
  .enable(['heading', 'lheading', 'list', 'blockquote'])
  .enable(['newline', 'escape', 'entity', 'emphasis', 'link', 'image', 'autolink'])
// `readSpans` leaves as text what is no address of ours.
markdown.validateLink = () => true
markdown.normalizeLink = (address) => address
markdown.normalizeLinkText = (address) => address
markdown.block.ruler.before('blockquote', 'nested-too-deep', keepAsText)

/** Markdown would leave out what is nested deeper, and so would a stack that overflows. */
function keepAsText(state: StateBlock, startLine: number, endLine: number, isTrial: boolean) {
  if (state.level < mostNesting || isTrial) return false
  let nextLine = startLine + 1
  while (nextLine < endLine && !state.isEmpty(nextLine) && state.sCount[nextLine]! >= state.blkIndent) nextLine++
  state.line = nextLine
  state.push('paragraph_open', 'p', 1)
  const inline = state.push('inline', '', 0)
  inline.content = state.getLines(startLine, nextLine, state.blkIndent, false).trim()
  inline.children = []
  state.push('paragraph_close', 'p', -1)
  return true
}

/** CommonMark without HTML, code and rules; whatever else stands in the text stays text. */
export function parseMarkdown(text: string): Block[] {
  const tokens = markdown.parse(text.toWellFormed().replaceAll('\0', ''), {})
  return normalizeBlocks(readBlocks(tokens, { at: 0 }))
}

/** One paragraph's text. */
export const parseInline = (text: string): Inline[] => {
  const [token] = markdown.parseInline(text, {})
  return toInline(readSpans(token?.children ?? []))
}

/** Of all links and pictures, also of those that stay text because nothing may lead there. */
export function listAddresses(text: string) {
  const tokens = markdown.parse(text, {}).flatMap(({ children }) => children ?? [])
  const list = (type: string, name: string) =>
    tokens.filter((token) => token.type === type).map((token) => String(token.attrGet(name) ?? ''))
  return { links: list('link_open', 'href'), pictures: list('image', 'src') }
}

/** The blocks up to the end of the one around them. */
function readBlocks(tokens: readonly Token[], cursor: { at: number }): Block[] {
  const blocks: Block[] = []
  for (let token = tokens[cursor.at]; token && token.nesting >= 0; token = tokens[cursor.at]) {
    cursor.at++
    blocks.push(readBlock(token, tokens, cursor))
    cursor.at++
  }
  return blocks
}

function readBlock(token: Token, tokens: readonly Token[], cursor: { at: number }): Block {
  if (token.type === 'blockquote_open') return { kind: 'quote', blocks: readBlocks(tokens, cursor) }
  if (token.type === 'bullet_list_open') return { kind: 'list', items: readItems(tokens, cursor) }
  if (token.type === 'ordered_list_open') {
    const start = Number(token.attrGet('start') ?? 1)
    return { kind: 'numbered-list', start, items: readItems(tokens, cursor) }
  }
  const inline = toInline(readSpans(tokens[cursor.at++]?.children ?? []))
  if (token.type === 'heading_open') return { kind: 'heading', level: Number(token.tag.slice(1)), inline }
  return { kind: 'paragraph', inline }
}

function readItems(tokens: readonly Token[], cursor: { at: number }): Block[][] {
  const items: Block[][] = []
  while (tokens[cursor.at]?.type === 'list_item_open') {
    cursor.at++
    items.push(readBlocks(tokens, cursor))
    cursor.at++
  }
  return items
}

function readSpans(tokens: readonly Token[]): Span[] {
  const depth = { strong: 0, emphasis: 0 }
  const links: string[] = []
  const around = () => ({
    ...(depth.strong > 0 && { strong: true }),
    ...(depth.emphasis > 0 && { emphasis: true }),
    ...withAddress(links.at(-1)),
  })
  return tokens.flatMap((token): Span[] => {
    const text = (text: string): Span[] => [{ kind: 'text', text, ...around() }]
    switch (token.type) {
      case 'strong_open':
      case 'strong_close':
        depth.strong += token.nesting
        return []
      case 'em_open':
      case 'em_close':
        depth.emphasis += token.nesting
        return []
      case 'link_open':
        links.push(String(token.attrGet('href') ?? ''))
        return isLinkAddress(links.at(-1)!) ? [] : text(token.markup === 'autolink' ? '<' : '[')
      case 'link_close': {
        const address = links.pop()!
        if (isLinkAddress(address)) return []
        return text(token.markup === 'autolink' ? '>' : `](${address})`)
      }
      case 'image': {
        const source = String(token.attrGet('src') ?? '')
        const alt = toPlainSpans(token.children ?? [])
        return isPictureSource(source) ? [{ kind: 'picture', source, alt, ...around() }] : text(`![${alt}](${source})`)
      }
      case 'hardbreak':
        return [{ kind: 'break', ...around() }]
      case 'softbreak':
        return text(' ')
      default:
        return text(token.content)
    }
  })
}

const withAddress = (href: string | undefined) => href !== undefined && isLinkAddress(href) && { href }

const toPlainSpans = (tokens: readonly Token[]): string =>
  readSpans(tokens)
    .map((span) => (span.kind === 'text' ? span.text : span.kind === 'picture' ? span.alt : ' '))
    .join('')
