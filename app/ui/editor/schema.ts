import { type MarkSpec, type NodeSpec, Schema } from 'prosemirror-model'
import { isLinkAddress, isPictureSource } from '#app/domain/markdown/addresses.ts'

const levels = [1, 2, 3, 4, 5, 6]

const paragraph: NodeSpec = { content: 'inline*', group: 'block', parseDOM: [{ tag: 'p' }], toDOM: () => ['p', 0] }

const heading: NodeSpec = {
  attrs: { level: { default: 2, validate: 'number' } },
  // Markdown has it on one line.
  content: '(text | picture)*',
  group: 'block',
  defining: true,
  parseDOM: levels.map((level) => ({ tag: `h${level}`, attrs: { level } })),
  // Below the page's own heading.
  toDOM: ({ attrs }) => [`h${Math.max(attrs.level, 2)}`, 0],
}

const quote: NodeSpec = {
  content: 'block+',
  group: 'block',
  defining: true,
  parseDOM: [{ tag: 'blockquote' }],
  toDOM: () => ['blockquote', 0],
}

const list: NodeSpec = { content: 'item+', group: 'block', parseDOM: [{ tag: 'ul' }], toDOM: () => ['ul', 0] }

const numberedList: NodeSpec = {
  attrs: { start: { default: 1, validate: 'number' } },
  content: 'item+',
  group: 'block',
  parseDOM: [{ tag: 'ol', getAttrs: (dom) => ({ start: Number(dom.getAttribute('start') ?? 1) || 1 }) }],
  toDOM: ({ attrs }) => ['ol', attrs.start === 1 ? {} : { start: attrs.start }, 0],
}

const item: NodeSpec = { content: 'block+', defining: true, parseDOM: [{ tag: 'li' }], toDOM: () => ['li', 0] }

const lineBreak: NodeSpec = {
  inline: true,
  group: 'inline',
  selectable: false,
  parseDOM: [{ tag: 'br' }],
  toDOM: () => ['br'],
  leafText: () => '\n',
}

/** Where the pictures of the library are is known to pages only, so that each stands as its description. */
const picture: NodeSpec = {
  inline: true,
  group: 'inline',
  attrs: { source: { validate: 'string' }, alt: { default: '', validate: 'string' } },
  parseDOM: [
    {
      tag: '[data-picture]',
      getAttrs(dom) {
        const source = dom.dataset.picture ?? ''
        return isPictureSource(source) && { source, alt: dom.textContent }
      },
    },
  ],
  toDOM: ({ attrs }) => ['span', { 'data-picture': attrs.source, class: 'editor-picture' }, attrs.alt || attrs.source],
  leafText: ({ attrs }) => attrs.alt,
}

const link: MarkSpec = {
  attrs: { href: { validate: 'string' } },
  inclusive: false,
  parseDOM: [
    {
      tag: 'a[href]',
      getAttrs(dom) {
        const href = dom.getAttribute('href') ?? ''
        return isLinkAddress(href) && { href }
      },
    },
  ],
  toDOM: ({ attrs }) => ['a', { href: attrs.href }, 0],
}

const strong: MarkSpec = { parseDOM: [{ tag: 'strong' }, { tag: 'b' }], toDOM: () => ['strong', 0] }
const emphasis: MarkSpec = { parseDOM: [{ tag: 'em' }, { tag: 'i' }], toDOM: () => ['em', 0] }

/** What the document of domain/markdown has, and nothing else. */
export const schema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph,
    heading,
    quote,
    list,
    'numbered-list': numberedList,
    item,
    break: lineBreak,
    picture,
    text: { group: 'inline' },
  },
  marks: { link, strong, emphasis },
})
