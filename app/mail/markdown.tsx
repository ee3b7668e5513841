import { Fragment, type ReactNode } from 'react'
import { parseMarkdown } from '#app/domain/markdown/parse.ts'
import { type Elements, render } from '#app/domain/markdown/render.ts'
import { toAbsolute } from '#app/domain/markdown/to-html.ts'
import { toText } from '#app/domain/markdown/to-text.ts'
import type { EmailStyles } from './email-styles.ts'
import { useEmailStyles } from './use-email-styles.ts'
import { newline, wrapText } from './plain-text.ts'

/** `origin`: of the website, for links to its pages. */
type MarkdownProps = { text: string; origin: string }

/** A text with formatting, in an email. Its headings stand under the email's only h1. */
export const MarkdownAsHtml = ({ text, origin }: MarkdownProps) =>
  render(parseMarkdown(text), elementsFor(origin, useEmailStyles()))

export const renderMarkdownAsText = ({ text, origin }: MarkdownProps) =>
  toText(parseMarkdown(text), origin).split('\n').map(wrapLine).join(newline)

/** The sign of a list or quote stays at the start, and its text goes on below its text. */
function wrapLine(line: string) {
  const [sign = ''] = /^(?:\s|> |- |\d+\. )*/.exec(line) ?? []
  const below = newline + sign.replaceAll(/[^\s>]/g, ' ')
  return (sign + wrapText(line.slice(sign.length), 72 - sign.length).replaceAll(newline, below)).trimEnd()
}

const elementsFor = (origin: string, styles: EmailStyles): Elements<ReactNode> => ({
  join: (parts) => parts.map((part, index) => <Fragment key={index}>{part}</Fragment>),
  text: (text) => text,
  break: () => <br />,
  strong: (inside) => <strong>{inside}</strong>,
  emphasis: (inside) => <em>{inside}</em>,
  link: (href, inside) => (
    <a className="link" href={toAbsolute(href, origin)} style={styles.link}>
      {inside}
    </a>
  ),
  // Emails load nothing.
  picture: ({ alt }) => alt,
  paragraph: (inside) => (
    <p className="soft" style={styles.paragraph}>
      {inside}
    </p>
  ),
  heading: (rank, inside) => {
    const Heading = `h${rank}` as 'h2'
    return (
      <Heading className="ink" style={styles.heading}>
        {inside}
      </Heading>
    )
  },
  quote: (inside) => (
    <blockquote className="line" style={styles.quotation}>
      {inside}
    </blockquote>
  ),
  list: (items) => (
    <ul className="soft" style={styles.list}>
      {items.map(toItem)}
    </ul>
  ),
  numberedList: (items, start) => (
    <ol className="soft" style={styles.list} start={start}>
      {items.map(toItem)}
    </ol>
  ),
})

const toItem = (inside: ReactNode, index: number) => <li key={index}>{inside}</li>
