import type { Block } from './document.ts'
import { type Elements, render } from './render.ts'

/** For feed readers, which know neither our pages' paths nor their styles. */
export const toHtml = (blocks: readonly Block[], origin: string) => render(blocks, htmlFor(origin))

const htmlFor = (origin: string): Elements<string> => ({
  join: (parts) => parts.join(''),
  text: escapeHtml,
  break: () => '<br />',
  strong: (inside) => `<strong>${inside}</strong>`,
  emphasis: (inside) => `<em>${inside}</em>`,
  link: (href, inside) => `<a href="${escapeHtml(toAbsolute(href, origin))}">${inside}</a>`,
  // Pictures of the library and of content/ have addresses that only a page knows.
  picture: ({ source, alt }) =>
    source.startsWith('/')
      ? `<img src="${escapeHtml(toAbsolute(source, origin))}" alt="${escapeHtml(alt)}" />`
      : escapeHtml(alt),
  paragraph: (inside) => `<p>${inside}</p>`,
  heading: (rank, inside) => `<h${rank}>${inside}</h${rank}>`,
  quote: (inside) => `<blockquote>${inside}</blockquote>`,
  list: (items) => `<ul>${items.map(item).join('')}</ul>`,
  numberedList: (items, start) => `<ol${start === 1 ? '' : ` start="${start}"`}>${items.map(item).join('')}</ol>`,
})

const item = (inside: string) => `<li>${inside}</li>`

/** Outside of the website a path leads nowhere. */
export const toAbsolute = (address: string, origin: string) => (address.startsWith('/') ? origin + address : address)

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, (character) => entities[character]!)
