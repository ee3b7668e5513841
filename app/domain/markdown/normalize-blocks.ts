import type { Block } from './document.ts'
import { toInline, toSpans } from './inline.ts'

/** Lists in lists and quotes in quotes, beyond which only their texts go on. */
export const mostNesting = 16
/** As markdown-it counts: a list and its item. */
const nestingOf = { quote: 1, list: 2, 'numbered-list': 2 }
/** The longest number that CommonMark knows has nine digits. */
const highestStart = 900_000_000

/** Without what is empty or nested too deep. */
export function normalizeBlocks(blocks: readonly Block[], nesting = 0): Block[] {
  return blocks.flatMap((block): Block[] => {
    if (block.kind === 'paragraph' || block.kind === 'heading') {
      const inline = toInline(toSpans(block.inline))
      if (inline.length === 0) return []
      return [block.kind === 'heading' ? { ...block, inline: onOneLine(inline) } : { ...block, inline }]
    }
    const inner = nesting + nestingOf[block.kind]
    if (block.kind === 'quote') {
      const quoted = normalizeBlocks(block.blocks, Math.min(inner, mostNesting))
      if (inner > mostNesting) return quoted
      return quoted.length > 0 ? [{ kind: 'quote', blocks: quoted }] : []
    }
    const items = block.items.map((item) => normalizeBlocks(item, Math.min(inner, mostNesting)))
    if (inner > mostNesting) return items.flat()
    const filled = items.filter((item) => item.length > 0)
    if (filled.length === 0) return []
    return block.kind === 'list'
      ? [{ kind: 'list', items: filled }]
      : [{ kind: 'numbered-list', start: Math.min(block.start, highestStart), items: filled }]
  })
}

const onOneLine = (inline: ReturnType<typeof toInline>) =>
  toInline(toSpans(inline).map((span) => (span.kind === 'break' ? { ...span, kind: 'text', text: ' ' } : span)))
