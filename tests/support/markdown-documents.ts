import fc from 'fast-check'
import type { Block, Inline, Span } from '#app/domain/markdown/document.ts'
import { toInline } from '#app/domain/markdown/inline.ts'

const signs = [
  ...[
    'a',
    'Z',
    '1',
    'é',
    '😀',
    '“',
    'א',
    '\u202e',
    '\u00a0',
    '\u2028',
    '\ud800',
    '\0',
    '{city}',
    ' ',
    '  ',
    '\t',
    '\n',
  ],
  ...['*', '**', '_', '`', '~~~', '|', '\\', '#', '# ', '>', '> ', '- ', '-', '+', '1. ', '.', ')', '=', '---', '    '],
  ...['[', ']', '(', '](', '![', '!', '<', '&', '&amp;', '&#65;', '\n\n', '<script>', '<img src=x onerror=alert(1)>'],
  ...['[x](javascript:alert(1))', '<javascript:alert(1)>', '[x](//evil.example)', '![x](data:image/png;base64,AA)'],
  ...['[x](https://a.example/(b)?c=1&copy;)', '[x](/a"onclick="b)', '![x](petals)', '<https://a.example>', '](/x)'],
]
/** With everything that means something in Markdown. */
export const anyText = fc
  .array(fc.oneof(fc.constantFrom(...signs), fc.string({ unit: 'binary', maxLength: 3 })), { maxLength: 25 })
  .map((parts) => parts.join(''))

const span = fc
  .record({
    kind: fc.constantFrom('text', 'text', 'text', 'break', 'picture'),
    text: fc.array(fc.constantFrom(...signs), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('')),
    strong: fc.boolean(),
    emphasis: fc.boolean(),
    href: fc.constantFrom(undefined, undefined, '/x', 'https://a.example/b(c)?d=1&copy;', 'mailto:a@b.example'),
  })
  .map(({ text, ...rest }) => ({ ...rest, text, source: 'petals', alt: text }) as Span)
const inline: fc.Arbitrary<Inline[]> = fc.array(span, { maxLength: 5 }).map(toInline)

/** As an editor may make it: not normalized. */
export const { document } = fc.letrec<{ document: Block[]; block: Block }>((tie) => ({
  document: fc.array(tie('block'), { maxLength: 4 }),
  block: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({ kind: fc.constant('paragraph' as const), inline }),
    fc.record({ kind: fc.constant('heading' as const), level: fc.integer({ min: 1, max: 6 }), inline }),
    fc.record({ kind: fc.constant('quote' as const), blocks: tie('document') }),
    fc.record({ kind: fc.constant('list' as const), items: fc.array(tie('document'), { maxLength: 3 }) }),
    fc.record({
      kind: fc.constant('numbered-list' as const),
      start: fc.constantFrom(0, 1, 2, 999_999_999),
      items: fc.array(tie('document'), { maxLength: 3 }),
    }),
  ),
}))
