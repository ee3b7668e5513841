import { Fragment, type ReactNode } from 'react'
import { toSitePhoto } from '#app/domain/newsletter-blocks/newsletter-block.ts'
import type { Picture } from '#app/domain/markdown/document.ts'
import { parseMarkdown } from '#app/domain/markdown/parse.ts'
import { type Elements, render } from '#app/domain/markdown/render.ts'
import { toAbsolute } from '#app/domain/markdown/to-html.ts'
import { toText } from '#app/domain/markdown/to-text.ts'
import { type PhotoName, photos } from '#content/pictures.ts'
import { EmailPicture } from './email-picture.tsx'
import type { EmailStyles } from './email-styles.ts'
import { useEmailStyles } from './use-email-styles.ts'
import { newline, wrapText } from './plain-text.ts'

/** `origin`: of the website, for links to its pages. `withPictures`: otherwise their descriptions. */
type MarkdownProps = { text: string; origin: string; withPictures?: boolean }

/** A text with formatting, in an email. Its headings stand under the email's only h1. */
export const MarkdownAsHtml = ({ text, origin, withPictures = false }: MarkdownProps) =>
  render(parseMarkdown(text), {
    ...elementsFor(origin, useEmailStyles()),
    ...(withPictures && { picture: (picture: Picture) => <PictureInText {...picture} origin={origin} /> }),
  })

export const renderMarkdownAsText = ({ text, origin }: MarkdownProps) =>
  toText(parseMarkdown(text), origin).split('\n').map(wrapLine).join(newline)

/** The sign of a list or quote stays at the start, and its text goes on below its text. */
function wrapLine(line: string) {
  const [sign = ''] = /^(?:\s|> |- |\d+\. )*/.exec(line) ?? []
  const below = newline + sign.replaceAll(/[^\s>]/g, ' ')
  return (sign + wrapText(line.slice(sign.length), 72 - sign.length).replaceAll(newline, below)).trimEnd()
}

/** Of '/pictures/…#1040x780', as `withPictures` writes it, or a photograph of the website itself by its name. */
function PictureInText({ source, alt, origin }: Picture & { origin: string }) {
  if (isPhotoName(source)) {
    const { src, ...size } = toSitePhoto(source)
    return <EmailPicture {...size} src={toAbsolute(src, origin)} alt={alt} />
  }
  const [, path, width, height] = /^(\/.*)#(\d+)x(\d+)$/.exec(source) ?? []
  if (!path) return alt
  return <EmailPicture src={toAbsolute(path, origin)} width={Number(width)} height={Number(height)} alt={alt} />
}

const isPhotoName = (source: string): source is PhotoName => Object.hasOwn(photos, source)

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
  // Only newsletters load something.
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
