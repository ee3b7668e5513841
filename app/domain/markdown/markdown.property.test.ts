import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText, document } from '#tests/support/markdown-documents.ts'
import { isLinkAddress, isPictureSource } from './addresses.ts'
import type { Block } from './document.ts'
import { toInline, toSpans } from './inline.ts'
import { normalizeBlocks } from './normalize-blocks.ts'
import { parseMarkdown } from './parse.ts'
import { toHtml } from './to-html.ts'
import { escapeText, toMarkdown } from './to-markdown.ts'
import { toText } from './to-text.ts'

test('any text is read and written again as the same text', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const read = parseMarkdown(text)
      const written = toMarkdown(read)
      expect(toText(parseMarkdown(written))).toBe(toText(read))
      expect(toMarkdown(parseMarkdown(written))).toBe(written)
    }),
  )
})

test('what an editor makes is read again as it was made, but for italics that have no Markdown', () => {
  fc.assert(
    fc.property(document, (made) => {
      const plain = normalizeBlocks(withoutEmphasis(made))
      expect(parseMarkdown(toMarkdown(plain))).toEqual(plain)
      const formatted = normalizeBlocks(made)
      expect(toText(parseMarkdown(toMarkdown(formatted)))).toBe(toText(formatted))
      expect(toMarkdown(parseMarkdown(toMarkdown(formatted)))).toBe(toMarkdown(formatted))
    }),
  )
})

test('no text makes an element, an address or a handler that is not ours', () => {
  const attributes: Record<string, (value: string) => boolean> = {
    href: (value) => value.startsWith('https://site.example/') || isLinkAddress(value),
    src: (value) => value.startsWith('https://site.example/') || isPictureSource(value),
    alt: () => true,
    start: (value) => /^\d+$/.test(value),
  }
  const tag = /^<\/?(p|h[2-6]|ul|ol|li|blockquote|strong|em|a|br|img)((?: [a-z]+="[^"<>]*")*)(?: \/)?>$/
  fc.assert(
    fc.property(anyText, (text) => {
      const html = toHtml(parseMarkdown(text), 'https://site.example')
      for (const [found] of html.matchAll(/<[^>]*>?/g)) {
        expect(found).toMatch(tag)
        for (const [, name = '', value = ''] of (tag.exec(found)?.[2] ?? '').matchAll(/([a-z]+)="([^"]*)"/g))
          expect(attributes[name]?.(value.replaceAll('&amp;', '&')), `${name}="${value}"`).toBe(true)
      }
    }),
  )
})

test('plain text put into Markdown is never formatting', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const read = parseMarkdown(`Before ${escapeText(text)} after`)
      expect(read).toMatchObject([{ kind: 'paragraph' }])
      expect(toMarkdown(read)).toBe(
        toMarkdown([{ kind: 'paragraph', inline: [{ kind: 'text', text: `Before ${text} after` }] }]),
      )
    }),
  )
})

const withoutEmphasis = (blocks: Block[]): Block[] =>
  blocks.map((block) => {
    if ('inline' in block)
      return { ...block, inline: toInline(toSpans(block.inline).map((one) => ({ ...one, emphasis: false }))) }
    if (block.kind === 'quote') return { ...block, blocks: withoutEmphasis(block.blocks) }
    return { ...block, items: block.items.map(withoutEmphasis) }
  })
