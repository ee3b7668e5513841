import { resolveWords, type Facts, type Words } from '#content/pages/page.ts'
import { renderBillAsText, BillAsHtml, type Bill } from './bill.tsx'
import { splitLines, newline, wrapText } from './plain-text.ts'

/** Each part of an email is in the text and in the HTML. */
export type Part =
  | { paragraph: Words; bold?: boolean }
  | { rows: { name: string; value: string }[] }
  | { bill: Bill }
  /** A visitor's text, unchanged. */
  | { quote: string }
  | { link: { label: string; url: string } }

export const linkPart = (label: string, url: string): Part => ({ link: { label, url } })

export const paragraphs = (words: { paragraphs: Words[] }): Part[] =>
  words.paragraphs.map((paragraph) => ({ paragraph }))

/** A link gets its own line, so that no mail program breaks it. */
export function renderPartAsText(part: Part, clinic: Facts): string {
  if ('paragraph' in part) return wrapText(resolveWords(part.paragraph, clinic))
  if ('rows' in part) return part.rows.map(({ name, value }) => `${name}: ${value}`).join(newline)
  if ('bill' in part) return renderBillAsText(part.bill)
  if ('quote' in part) return splitLines(part.quote).join(newline)
  return `${part.link.label}:${newline}${part.link.url}`
}

export function PartAsHtml({ part, clinic }: { part: Part; clinic: Facts }) {
  if ('paragraph' in part)
    return <p style={{ ...spaced, fontWeight: part.bold ? 700 : undefined }}>{resolveWords(part.paragraph, clinic)}</p>
  if ('rows' in part) return <Rows rows={part.rows} />
  if ('bill' in part) return <BillAsHtml bill={part.bill} />
  if ('quote' in part) return <blockquote style={quote}>{splitLines(part.quote).join('\n')}</blockquote>
  return (
    <p style={{ margin: '24px 0' }}>
      <a href={part.link.url} style={{ color: '#1F5A42', fontWeight: 600 }}>
        {part.link.label}
      </a>
    </p>
  )
}

function Rows({ rows }: { rows: { name: string; value: string }[] }) {
  return (
    <table style={{ margin: '0 0 16px', borderCollapse: 'collapse' }}>
      <tbody>
        {rows.map(({ name, value }, index) => (
          <tr key={index}>
            <th scope="row" style={{ ...cell, paddingRight: 16, fontWeight: 400, color: '#4A574C' }}>
              {name}
            </th>
            <td style={{ ...cell, overflowWrap: 'anywhere' }}>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const spaced = { margin: '0 0 16px' }
const cell = { padding: '4px 0', textAlign: 'left', verticalAlign: 'top' } as const
const quote = {
  margin: '0 0 16px',
  padding: '4px 0 4px 16px',
  borderLeft: '3px solid #DED5C2',
  whiteSpace: 'pre-wrap',
} as const
