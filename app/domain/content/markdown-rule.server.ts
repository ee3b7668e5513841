import { isPictureName } from '#app/domain/markdown/addresses.ts'
import { findProblems, type Problem } from '#app/domain/markdown/find-problems.ts'
import { multiLine } from '#app/domain/shared/plain-text.server.ts'
import { photos } from '#content/pictures.ts'
import type { MarkdownField } from './content-schema.ts'
import { findWrongPlaceholder } from './placeholders.ts'

/** What a text with formatting may hold; the first problem is named. */
export function toMarkdownRule({ label, max, headings = false, plain, also, requires }: MarkdownField) {
  const rule = multiLine({
    blank: `Enter the ${label.toLowerCase()}.`,
    most: max,
    tooLong: `Use at most ${max} characters, so that it fits its place.`,
  })
  return rule.superRefine((text, context) => {
    // Zod goes on after a text that is too long to be read.
    if (text.length > max) return
    const [problem] = findProblems(text, { headings, isPicture: isKnownPicture })
    const message = findWrongPlaceholder(text, { plain, also, requires }) ?? (problem && explain(problem))
    if (message) context.addIssue({ code: 'custom', message })
  })
}

const isKnownPicture = (source: string) => !isPictureName(source) || Object.hasOwn(photos, source)

function explain(problem: Problem) {
  switch (problem.reason) {
    case 'link':
      return `‘${shorten(problem.address)}’ can’t be the address of a link. Use a page of this website, such as /services, or an address that begins with https://, mailto: or tel:.`
    case 'picture':
      return `There’s no picture ‘${shorten(problem.address)}’. Use the name of one of this website’s pictures.`
    case 'picture-without-alt':
      return `Describe the picture ‘${shorten(problem.source)}’ in its brackets, for people who can’t see it: ![description](${shorten(problem.source)})`
    case 'heading':
      return `This text can’t have headings. Make ‘${shorten(problem.heading)}’ a paragraph.`
    case 'heading-rank':
      return `‘${shorten(problem.heading)}’ is out of order: begin with the largest heading, and go down one size at a time.`
  }
}

const shorten = (text: string) => (text.length > 80 ? `${text.slice(0, 79)}…` : text)
