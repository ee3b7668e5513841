import { resolveWords, type Facts, type Words } from '#content/pages/page.ts'
import { renderBillAsText, BillAsHtml, type Bill } from './bill.tsx'
import { EmailPicture } from './email-picture.tsx'
import { MarkdownAsHtml, renderMarkdownAsText } from './markdown.tsx'
import { useEmailStyles } from './use-email-styles.ts'
import { splitLines, newline, wrapText } from './plain-text.ts'

/** Each part of an email is in the text and in the HTML, in the same order. */
export type Part =
  | { paragraph: Words; bold?: boolean }
  /** Above more facts. */
  | { heading: Words }
  | { facts: Fact[] }
  | { bill: Bill }
  /** A visitor's text, unchanged. */
  | { quote: string }
  /** A text with formatting; `origin` is the website's. */
  | { markdown: string; origin: string; withPictures?: boolean }
  /** From our origin; the email reads well without it. */
  | { picture: EmailPicture }
  /** What the email asks for; one in each email. */
  | { button: Link }
  | { link: Link }

export type Fact = {
  name: string
  value: string
  /** A second line. */
  detail?: string
  link?: Link | undefined
  /** No longer true. */
  isOff?: boolean
}

type Link = { label: string; url: string }

export const buttonPart = (label: string, url: string): Part => ({ button: { label, url } })
export const linkPart = (label: string, url: string): Part => ({ link: { label, url } })

export const paragraphParts = (paragraphs: Words[]): Part[] => paragraphs.map((paragraph) => ({ paragraph }))

/** A link gets its own line, so that no mail program breaks it. */
export function renderPartAsText(part: Part, clinic: Facts): string {
  if ('paragraph' in part) return wrapText(resolveWords(part.paragraph, clinic))
  if ('heading' in part) return wrapText(resolveWords(part.heading, clinic))
  if ('facts' in part) return part.facts.map(renderFactAsText).join(newline)
  if ('bill' in part) return renderBillAsText(part.bill)
  if ('quote' in part) return splitLines(part.quote).join(newline)
  if ('markdown' in part) return renderMarkdownAsText({ text: part.markdown, origin: part.origin })
  if ('picture' in part) return part.picture.alt
  return renderLinkAsText('button' in part ? part.button : part.link)
}

const renderLinkAsText = ({ label, url }: Link) => `${label}:${newline}${url}`

const renderFactAsText = ({ name, value, detail, link }: Fact) =>
  [`${name}: ${[value, detail].filter(Boolean).join(', ')}`, ...(link ? [renderLinkAsText(link)] : [])].join(newline)

export function PartAsHtml({ part, clinic }: { part: Part; clinic: Facts }) {
  const styles = useEmailStyles()
  if ('paragraph' in part)
    return (
      <p className="soft" style={part.bold ? styles.small : styles.paragraph}>
        <Paragraph {...part} clinic={clinic} />
      </p>
    )
  if ('heading' in part)
    return (
      <p className="ink" style={styles.heading}>
        {resolveWords(part.heading, clinic)}
      </p>
    )
  if ('facts' in part) return <Facts facts={part.facts} />
  if ('bill' in part) return <BillAsHtml bill={part.bill} />
  if ('quote' in part) return <Quote text={part.quote} />
  if ('markdown' in part)
    return <MarkdownAsHtml text={part.markdown} origin={part.origin} withPictures={part.withPictures ?? false} />
  if ('picture' in part) return <EmailPicture {...part.picture} />
  if ('button' in part) return <Button {...part.button} />
  return (
    <p style={styles.paragraph}>
      <TextLink {...part.link} />
    </p>
  )
}

function Paragraph({ paragraph, bold, clinic }: { paragraph: Words; bold?: boolean; clinic: Facts }) {
  const text = <WithPhoneLinks text={resolveWords(paragraph, clinic)} clinic={clinic} />
  return bold ? <b>{text}</b> : text
}

/** A phone number that the reader can press. */
export function WithPhoneLinks({ text, clinic: { phone } }: { text: string; clinic: Facts }) {
  const styles = useEmailStyles()
  const [first = '', ...rest] = text.split(phone.display)
  return (
    <>
      <NoBreak text={first} />
      {rest.map((after, index) => (
        <span key={index}>
          <a className="link" href={`tel:${phone.e164}`} style={styles.phone}>
            {phone.display}
          </a>
          <NoBreak text={after} />
        </span>
      ))}
    </>
  )
}

/** Times of day and other phone numbers stay on one line. */
function NoBreak({ text }: { text: string }) {
  const styles = useEmailStyles()
  return text.split(pieces).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={index} style={styles.piece}>
        {part}
      </span>
    ),
  )
}

const pieces = /(\b\d(?:-\d{3}){2}-\d{4}\b|\b\d{1,2}(?::\d{2})? [ap]m\b)/

const TextLink = ({ label, url }: Link) => (
  <a className="link" href={url} style={useEmailStyles().link}>
    {label}
  </a>
)

function Facts({ facts }: { facts: Fact[] }) {
  const styles = useEmailStyles()
  return (
    <table className="line" width="100%" cellPadding={0} cellSpacing={0} style={styles.facts}>
      <tbody>
        {facts.map(({ name, value, detail, link, isOff }, index) => (
          <tr key={index}>
            <th scope="row" className="faint line" style={styles.name}>
              <NoBreak text={name} />
            </th>
            <td className="ink line" style={styles.value}>
              {isOff ? <s>{value}</s> : detail ? <b>{value}</b> : value}
              {detail && (
                <div>
                  <NoBreak text={detail} />
                </div>
              )}
              {link && (
                <div>
                  <TextLink {...link} />
                </div>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A table, since Outlook on Windows gives a link neither padding nor a background. */
function Button({ label, url }: Link) {
  const styles = useEmailStyles()
  return (
    <table role="presentation" cellPadding={0} cellSpacing={0} style={styles.buttonTable}>
      <tbody>
        <tr>
          <td className="button" style={styles.button}>
            <a className="button-text" href={url} style={styles.buttonText}>
              {label}
            </a>
          </td>
        </tr>
      </tbody>
    </table>
  )
}

function Quote({ text }: { text: string }) {
  const styles = useEmailStyles()
  return (
    <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} style={styles.quoteTable}>
      <tbody>
        <tr>
          <td className="ink quote" style={styles.quote}>
            {splitLines(text).join('\n')}
          </td>
        </tr>
      </tbody>
    </table>
  )
}
