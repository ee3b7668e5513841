import type { NewsletterBlock } from '#app/domain/newsletter-blocks/newsletter-block.ts'
import { toAbsolute } from '#app/domain/markdown/to-html.ts'
import { newsletterIssue as words } from '#content/emails.ts'
import { buttonPart, linkPart, type Part } from './parts.tsx'

/** The blocks of a newsletter, as parts of an email. `origin`: of the website. */
export const newsletterParts = (blocks: readonly NewsletterBlock[], origin: string): Part[] =>
  blocks.flatMap((block) => toParts(block, origin))

function toParts(block: NewsletterBlock, origin: string): Part[] {
  const toUrl = (href: string) => toAbsolute(href, origin)
  switch (block.kind) {
    case 'text':
      return [{ markdown: block.text, origin, withPictures: true }]
    case 'button':
      return [buttonPart(block.label, toUrl(block.href))]
    case 'post': {
      const { title, excerpt, picture } = block
      const url = toUrl(block.url)
      return [
        ...(picture ? [{ picture: { ...picture, src: toUrl(picture.src), alt: '' } }] : []),
        { heading: title },
        { paragraph: excerpt },
        linkPart(words.readPost, url),
      ]
    }
    case 'times':
      return block.times.length > 0
        ? [{ heading: words.times }, ...block.times.map(({ label, href }) => linkPart(label, toUrl(href)))]
        : [linkPart(words.allTimes, toUrl('/booking'))]
    case 'hours':
      return [{ heading: words.hours }, { facts: block.days.map(({ name, text }) => ({ name, value: text })) }]
  }
}
