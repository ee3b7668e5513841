import { createContext, Fragment, type ReactNode, useContext } from 'react'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import type { Picture } from '#app/domain/markdown/document.ts'
import { isPictureName } from '#app/domain/markdown/addresses.ts'
import { parseMarkdown } from '#app/domain/markdown/parse.ts'
import { type Elements, render } from '#app/domain/markdown/render.ts'
import { type PhotoName, photos } from '#content/pictures.ts'
import { Photo } from './pictures.tsx'
import { Text } from './words.tsx'

type MarkdownProps = {
  text: string
  /** Of its first heading: one below the heading that the text stands under. */
  rank?: number
  paragraphClass?: string
  /** Its phone number and email addresses become links. */
  clinic?: ClinicFacts
}

/** A text with formatting, on a page. */
export const Markdown = ({ text, rank, paragraphClass, clinic }: MarkdownProps) =>
  render(
    parseMarkdown(text),
    {
      ...elements,
      paragraph: (inside) => <p className={paragraphClass}>{inside}</p>,
      ...(clinic && { text: (part) => <TextWithLinks text={part} clinic={clinic} /> }),
    },
    rank,
  )

/** A link can't hold another one. */
const InLink = createContext(false)

const TextWithLinks = ({ text, clinic }: { text: string; clinic: ClinicFacts }) =>
  useContext(InLink) ? text : <Text words={text} clinic={clinic} />

const elements: Omit<Elements<ReactNode>, 'paragraph'> = {
  join: (parts) => parts.map((part, index) => <Fragment key={index}>{part}</Fragment>),
  text: (text) => text,
  break: () => <br />,
  strong: (inside) => <strong>{inside}</strong>,
  emphasis: (inside) => <em>{inside}</em>,
  link: (href, inside) => (
    <a href={href}>
      <InLink value>{inside}</InLink>
    </a>
  ),
  picture: (picture) => <PictureInText {...picture} />,
  heading: (rank, inside) => {
    const Heading = `h${rank}` as 'h2'
    return <Heading>{inside}</Heading>
  },
  quote: (inside) => <blockquote>{inside}</blockquote>,
  list: (items) => <ul>{items.map(toItem)}</ul>,
  numberedList: (items, start) => <ol start={start === 1 ? undefined : start}>{items.map(toItem)}</ol>,
}

const toItem = (inside: ReactNode, index: number) => <li key={index}>{inside}</li>

/** One that isn't there any more is its description. */
function PictureInText({ source, alt }: Picture) {
  if (isPhotoName(source)) return <Photo name={source} alt={alt} sizes="(max-width: 44rem) 92vw, 44rem" />
  return source.startsWith('/') ? <img className="picture" {...parseSize(source)} alt={alt} loading="lazy" /> : alt
}

/** Of '/pictures/…#1040x780', as `withPictures` writes it. */
function parseSize(source: string) {
  const [, src = source, width, height] = /^(.*)#(\d+)x(\d+)$/.exec(source) ?? []
  return { src, width, height }
}

const isPhotoName = (source: string): source is PhotoName => isPictureName(source) && Object.hasOwn(photos, source)
