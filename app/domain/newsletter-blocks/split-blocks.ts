import type { Block, Inline } from '#app/domain/markdown/document.ts'
import { parseMarkdown } from '#app/domain/markdown/parse.ts'
import { toMarkdown } from '#app/domain/markdown/to-markdown.ts'
import { blockNames } from './newsletter-block.ts'

export type WrittenBlock =
  | { kind: 'text'; text: string }
  | { kind: 'button'; label: string; href: string }
  /** A link that has a paragraph for itself: a teaser, if it leads to a post. */
  | { kind: 'link'; href: string; text: string }
  | { kind: 'times' }
  | { kind: 'hours' }

/** The text is Markdown; a paragraph that is only a link, a bold link, or a name in braces is a block of its own. */
export function splitBlocks(text: string): WrittenBlock[] {
  const written: WrittenBlock[] = []
  let around: Block[] = []
  const end = () => {
    if (around.length > 0) written.push({ kind: 'text', text: toMarkdown(around) })
    around = []
  }
  for (const block of parseMarkdown(text)) {
    const alone = readAlone(block)
    if (alone) {
      end()
      written.push(alone)
    } else around.push(block)
  }
  end()
  return written
}

/** The first block name that stands among other words, where it would stay as it is. */
export const findMisplacedName = (text: string) =>
  splitBlocks(text)
    .flatMap((block) => (block.kind === 'text' ? blockNames.filter((name) => block.text.includes(`{${name}}`)) : []))
    .at(0)

function readAlone(block: Block): Exclude<WrittenBlock, { kind: 'text' }> | undefined {
  if (block.kind !== 'paragraph' || block.inline.length !== 1) return undefined
  const [only] = block.inline as [Inline]
  if (only.kind === 'text') {
    if (only.text === '{free times}') return { kind: 'times' }
    return only.text === '{opening hours}' ? { kind: 'hours' } : undefined
  }
  const inside = only.kind === 'strong' ? only.inline : [only]
  const [link] = inside
  if (inside.length !== 1 || link?.kind !== 'link') return undefined
  const isBold = only.kind === 'strong' || (link.inline.length === 1 && link.inline[0]?.kind === 'strong')
  const label = toPlain(link.inline)
  if (label === '') return undefined
  return isBold
    ? { kind: 'button', label, href: link.href }
    : { kind: 'link', href: link.href, text: toMarkdown([block]) }
}

const toPlain = (inline: Inline[]): string =>
  inline
    .map((part) => {
      if (part.kind === 'text') return part.text
      return 'inline' in part ? toPlain(part.inline) : ''
    })
    .join('')
    .trim()
