import type { Block } from './document.ts'
import { type Elements, render } from './render.ts'
import { toAbsolute } from './to-html.ts'

/** The words alone; with an `origin` each link's address stands behind its text, as plain emails need it. */
export const toText = (blocks: readonly Block[], origin?: string) =>
  render(blocks, textFor(origin))
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()

/** Blocks end with a blank line, which the one around them takes away. */
const textFor = (origin: string | undefined): Elements<string> => ({
  join: (parts) => parts.join(''),
  text: (text) => text,
  break: () => '\n',
  strong: (inside) => inside,
  emphasis: (inside) => inside,
  link: (href, inside) => {
    if (origin === undefined) return inside
    const address = toAbsolute(href, origin).replace(/^(mailto|tel):/, '')
    return address === inside ? inside : `${inside} (${address})`
  },
  picture: ({ alt }) => alt,
  paragraph: (inside) => `${inside}\n\n`,
  heading: (_rank, inside) => `${inside}\n\n`,
  quote: (inside) => `${indent(inside, '> ')}\n\n`,
  list: (items) => `\n${items.map((inside) => indent(inside, '- ', '  ')).join('\n')}\n\n`,
  numberedList: (items, start) =>
    `\n${items.map((inside, index) => indent(inside, `${start + index}. `, '   ')).join('\n')}\n\n`,
})

const indent = (text: string, first: string, others = first) =>
  text
    .trim()
    .split('\n')
    .map((line, index) => (line || index === 0 ? (index === 0 ? first : others) + line : others.trimEnd()))
    .join('\n')
