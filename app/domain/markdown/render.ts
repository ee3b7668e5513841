import type { Block, Inline, Picture } from './document.ts'

/** How a document is written somewhere: on a page, in a feed, in an email, as text. */
export type Elements<Out> = {
  join(parts: Out[]): Out
  text(text: string): Out
  break(): Out
  strong(inside: Out): Out
  emphasis(inside: Out): Out
  link(href: string, inside: Out): Out
  picture(picture: Picture): Out
  paragraph(inside: Out): Out
  heading(rank: number, inside: Out): Out
  quote(inside: Out): Out
  list(items: Out[]): Out
  numberedList(items: Out[], start: number): Out
}

/**
 * The one way from a document to what people read. `rank`: of its first heading, below the heading that it stands under;
 * no rank is skipped, whatever the text says.
 */
export function render<Out>(blocks: readonly Block[], elements: Elements<Out>, rank = 2): Out {
  const ranks = toRanks(listHeadings(blocks), rank)

  const writeAll = (inside: readonly Block[]) => elements.join(inside.map(write))

  function write(block: Block): Out {
    switch (block.kind) {
      case 'paragraph':
        return elements.paragraph(renderInline(block.inline, elements))
      case 'heading':
        return elements.heading(ranks.shift() ?? rank, renderInline(block.inline, elements))
      case 'quote':
        return elements.quote(writeAll(block.blocks))
      case 'list':
        return elements.list(block.items.map(writeItem))
      case 'numbered-list':
        return elements.numberedList(block.items.map(writeItem), block.start)
    }
  }

  /** An item of one text is no paragraph. */
  function writeItem([first, ...rest]: Block[]): Out {
    if (first?.kind !== 'paragraph' || rest.some(({ kind }) => kind === 'paragraph'))
      return writeAll(first ? [first, ...rest] : [])
    return elements.join([renderInline(first.inline, elements), ...rest.map(write)])
  }

  return writeAll(blocks)
}

function renderInline<Out>(inline: readonly Inline[], elements: Elements<Out>): Out {
  return elements.join(
    inline.map((part) => {
      switch (part.kind) {
        case 'text':
          return elements.text(part.text)
        case 'break':
          return elements.break()
        case 'picture':
          return elements.picture(part)
        case 'link':
          return elements.link(part.href, renderInline(part.inline, elements))
        case 'strong':
        case 'emphasis':
          return elements[part.kind](renderInline(part.inline, elements))
      }
    }),
  )
}

export const inlineText = (inline: readonly Inline[]): string =>
  inline
    .map((part) => {
      if (part.kind === 'text') return part.text
      if (part.kind === 'picture') return part.alt
      return part.kind === 'break' ? ' ' : inlineText(part.inline)
    })
    .join('')

/** In the order of reading. */
export const listHeadings = (blocks: readonly Block[]): Extract<Block, { kind: 'heading' }>[] =>
  blocks.flatMap((block) => {
    if (block.kind === 'heading') return [block]
    if (block.kind === 'quote') return listHeadings(block.blocks)
    return block.kind === 'paragraph' ? [] : block.items.flatMap(listHeadings)
  })

function toRanks(headings: { level: number }[], rank: number) {
  const highest = headings.reduce((found, { level }) => Math.min(found, level), 6)
  let last = rank - 1
  return headings.map(({ level }) => {
    last = Math.min(rank + level - highest, last + 1, 6)
    return last
  })
}
