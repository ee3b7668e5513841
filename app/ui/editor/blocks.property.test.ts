import fc from 'fast-check'
import { type Mark, type Node } from 'prosemirror-model'
import { expect, test } from 'vitest'
import { normalizeBlocks } from '#app/domain/markdown/normalize-blocks.ts'
import { parseMarkdown } from '#app/domain/markdown/parse.ts'
import { toMarkdown } from '#app/domain/markdown/to-markdown.ts'
import { anyText, document } from '#tests/support/markdown-documents.ts'
import { fromDoc, toDoc } from './blocks.ts'
import { schema } from './schema.ts'

test('any text is opened and written as Markdown is by itself', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const doc = toDoc(text)
      doc.check()
      expect(fromDoc(doc)).toBe(toMarkdown(parseMarkdown(text)))
    }),
  )
})

test('what domain/markdown may make is in the editor as it was made', () => {
  fc.assert(
    fc.property(document, (made) => {
      const text = toMarkdown(normalizeBlocks(made))
      expect(fromDoc(toDoc(text))).toBe(toMarkdown(parseMarkdown(text)))
    }),
  )
})

const { nodes, marks } = schema

const mark: fc.Arbitrary<Mark> = fc.oneof(
  fc.constant(marks.strong.create()),
  fc.constant(marks.emphasis.create()),
  fc.constantFrom('/x', 'https://a.example/b(c)?d=1&copy;').map((href) => marks.link.create({ href })),
)
const text = anyText.filter((typed) => typed !== '').map((typed) => schema.text(typed))
const leaf: fc.Arbitrary<Node> = fc.oneof(
  { weight: 4, arbitrary: text },
  { weight: 1, arbitrary: fc.constant(nodes.break.create()) },
  { weight: 1, arbitrary: anyText.map((alt) => nodes.picture.create({ source: 'petals', alt })) },
)
const inline = fc.array(
  fc
    .tuple(leaf, fc.array(mark, { maxLength: 3 }))
    .map(([node, around]) => node.mark(around.reduce<readonly Mark[]>((set, one) => one.addToSet(set), []))),
  { maxLength: 5 },
)
const { block } = fc.letrec<{ block: Node; blocks: Node[]; items: Node[] }>((tie) => ({
  blocks: fc.array(tie('block'), { minLength: 1, maxLength: 3 }),
  items: fc.array(
    tie('blocks').map((blocks) => nodes.item.create(null, blocks)),
    { minLength: 1, maxLength: 3 },
  ),
  block: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    inline.map((content) => nodes.paragraph.create(null, content)),
    fc.tuple(fc.integer({ min: 1, max: 6 }), inline).map(([level, content]) =>
      nodes.heading.create(
        { level },
        content.filter(({ type }) => type !== nodes.break),
      ),
    ),
    tie('blocks').map((blocks) => nodes.quote.create(null, blocks)),
    tie('items').map((items) => nodes.list.create(null, items)),
    fc
      .tuple(fc.constantFrom(0, 1, 7, 999_999_999), tie('items'))
      .map(([start, items]) => nodes['numbered-list'].create({ start }, items)),
  ),
}))

test('whatever stands in the editor is stored as Markdown that opens and is stored the same', () => {
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 4 }), (blocks) => {
      const doc = nodes.doc.create(null, blocks)
      doc.check()
      const stored = fromDoc(doc)
      const opened = toDoc(stored)
      opened.check()
      expect(fromDoc(opened)).toBe(stored)
      expect(toDoc(fromDoc(opened)).eq(opened)).toBe(true)
    }),
  )
})
