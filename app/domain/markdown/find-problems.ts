import { isLinkAddress, isPictureSource } from './addresses.ts'
import type { Block, Inline, Picture } from './document.ts'
import { listAddresses, parseMarkdown } from './parse.ts'
import { inlineText, listHeadings } from './render.ts'

export type Problem =
  | { reason: 'link' | 'picture'; address: string }
  | { reason: 'picture-without-alt'; source: string }
  | { reason: 'heading' | 'heading-rank'; heading: string }

type Options = { headings: boolean; isPicture: (source: string) => boolean }

/** What an editor has to correct. `headings`: whether the text may have some; `isPicture`: whether there is such a one. */
export function findProblems(text: string, { headings: mayHaveHeadings, isPicture }: Options): Problem[] {
  const blocks = parseMarkdown(text)
  const { links, pictures } = listAddresses(text)
  const headings = listHeadings(blocks)
  return [
    ...links.filter((address) => !isLinkAddress(address)).map((address) => ({ reason: 'link', address }) as const),
    ...pictures
      .filter((address) => !isPictureSource(address) || !isPicture(address))
      .map((address) => ({ reason: 'picture', address }) as const),
    ...listPictures(blocks)
      .filter(({ alt }) => alt === '')
      .map(({ source }) => ({ reason: 'picture-without-alt', source }) as const),
    ...headings
      .filter((_, index) => !mayHaveHeadings || isOutOfOrder(headings, index))
      .map(({ inline }) => {
        const reason = mayHaveHeadings ? 'heading-rank' : 'heading'
        return { reason, heading: inlineText(inline) } as const
      }),
  ]
}

/** It skips a level, or is above the first one. */
function isOutOfOrder(headings: { level: number }[], index: number) {
  const { level } = headings[index]!
  const before = headings[index - 1]
  return before !== undefined && (level > before.level + 1 || level < headings[0]!.level)
}

const listPictures = (blocks: readonly Block[]): Picture[] =>
  blocks.flatMap((block) => {
    if (block.kind === 'paragraph' || block.kind === 'heading') return picturesIn(block.inline)
    return block.kind === 'quote' ? listPictures(block.blocks) : block.items.flatMap(listPictures)
  })

const picturesIn = (inline: readonly Inline[]): Picture[] =>
  inline.flatMap((part) => (part.kind === 'picture' ? [part] : 'inline' in part ? picturesIn(part.inline) : []))
