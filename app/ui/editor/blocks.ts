import type { Mark, Node } from 'prosemirror-model'
import type { Block, Span } from '#app/domain/markdown/document.ts'
import { toInline, toSpans } from '#app/domain/markdown/inline.ts'
import { parseMarkdown } from '#app/domain/markdown/parse.ts'
import { toMarkdown } from '#app/domain/markdown/to-markdown.ts'
import { schema } from './schema.ts'

const { nodes, marks } = schema

/** Markdown as the editor's document. */
export const toDoc = (text: string): Node => nodes.doc.create(null, filled(parseMarkdown(text).map(toNode)))

/** The editor's document as Markdown. */
export const fromDoc = (doc: Node): string => toMarkdown(toBlocks(doc))

/** There is always a paragraph to write in. */
const filled = (blocks: Node[]) => (blocks.length > 0 ? blocks : [nodes.paragraph.create()])

function toNode(block: Block): Node {
  switch (block.kind) {
    case 'paragraph':
      return nodes.paragraph.create(null, toSpans(block.inline).map(toInlineNode))
    case 'heading':
      return nodes.heading.create({ level: block.level }, toSpans(block.inline).map(toInlineNode))
    case 'quote':
      return nodes.quote.create(null, block.blocks.map(toNode))
    case 'list':
      return nodes.list.create(null, block.items.map(toItem))
    case 'numbered-list':
      return nodes['numbered-list'].create({ start: block.start }, block.items.map(toItem))
  }
}

const toItem = (blocks: Block[]) => nodes.item.create(null, filled(blocks.map(toNode)))

function toInlineNode(span: Span): Node {
  const around = [
    ...(span.href === undefined ? [] : [marks.link.create({ href: span.href })]),
    ...(span.strong ? [marks.strong.create()] : []),
    ...(span.emphasis ? [marks.emphasis.create()] : []),
  ]
  if (span.kind === 'text') return schema.text(span.text, around)
  if (span.kind === 'break') return nodes.break.create(null, null, around)
  return nodes.picture.create({ source: span.source, alt: span.alt }, null, around)
}

const toBlocks = (parent: Node): Block[] => parent.children.map(toBlock)

function toBlock(node: Node): Block {
  switch (node.type) {
    case nodes.heading:
      return { kind: 'heading', level: node.attrs.level, inline: toInline(node.children.map(toSpan)) }
    case nodes.quote:
      return { kind: 'quote', blocks: toBlocks(node) }
    case nodes.list:
      return { kind: 'list', items: node.children.map(toBlocks) }
    case nodes['numbered-list']:
      return { kind: 'numbered-list', start: node.attrs.start, items: node.children.map(toBlocks) }
    default:
      return { kind: 'paragraph', inline: toInline(node.children.map(toSpan)) }
  }
}

function toSpan({ type, text, attrs, marks: around }: Node): Span {
  const shared = toMarks(around)
  if (type === nodes.break) return { kind: 'break', ...shared }
  if (type === nodes.picture) return { kind: 'picture', source: attrs.source, alt: attrs.alt, ...shared }
  return { kind: 'text', text: text ?? '', ...shared }
}

const toMarks = (around: readonly Mark[]) => ({
  ...(marks.strong.isInSet(around) && { strong: true }),
  ...(marks.emphasis.isInSet(around) && { emphasis: true }),
  ...hrefOf(around),
})

const hrefOf = (around: readonly Mark[]) => {
  const link = marks.link.isInSet(around)
  return link && { href: link.attrs.href as string }
}
