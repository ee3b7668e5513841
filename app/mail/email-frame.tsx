import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { resolveWords, type Words } from '#content/pages/page.ts'
import { addressLine } from '#content/site.ts'
import { type Part, PartAsHtml, partAsText } from './parts.tsx'
import { newline, wrapped } from './plain-text.ts'

/** An email ready for a transport; `text` reads well by itself. */
export type RenderedEmail = {
  subject: string
  text: string
  html: string
  /** Whom an answer goes to, when not to the clinic. */
  replyTo?: { name: string; email: string }
  headers?: Record<string, string>
  attachments?: { name: string; type: string; text: string }[]
  /** What a relay fills into its template instead of the text (product decisions, 'E-mail relay'). */
  template?: { name?: 'newsletter'; params: Record<string, string> }
}

type Content = { clinic: ClinicFacts; subject: Words; preview: Words; body: Part[] }

/** The frame around every email: one column, no pictures, nothing loaded from anywhere. */
export function renderEmail({ clinic, body, ...words }: Content): RenderedEmail {
  const subject = resolveWords(words.subject, clinic)
  const signature = [clinic.name, addressLine(clinic), clinic.phone.display].filter(Boolean)
  const text = [
    ...body.map((part) => partAsText(part, clinic)),
    `-- ${newline}${signature.map((line) => wrapped(line)).join(newline)}`,
  ].join(newline + newline)
  const html = `<!doctype html>${renderToStaticMarkup(
    <EmailFrame subject={subject} preview={resolveWords(words.preview, clinic)} signature={signature}>
      {body.map((part, index) => (
        <PartAsHtml key={index} part={part} clinic={clinic} />
      ))}
    </EmailFrame>,
  )}`
  return { subject, text: text + newline, html }
}

type Frame = { subject: string; preview: string; signature: string[]; children: ReactNode }

function EmailFrame({ subject, preview, signature, children }: Frame) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{subject}</title>
      </head>
      <body style={{ margin: 0, background: paper.background }}>
        {/* What a list of emails shows beside the subject: the first words, wherever they stand. */}
        <div style={unseen}>{preview}</div>
        {/* Paper and ink on the same element: web mail leaves out the body, and may be dark around the email. */}
        <div style={paper}>
          <div style={column}>
            {children}
            <p style={ending}>{signature.join('\n')}</p>
          </div>
        </div>
      </body>
    </html>
  )
}

const paper = { padding: 24, background: '#FBF8F1', color: '#1C2A22' }
const unseen = { display: 'none', maxHeight: 0, overflow: 'hidden' }
const column = {
  maxWidth: 560,
  margin: '0 auto',
  fontFamily: 'Georgia, serif',
  fontSize: 17,
  lineHeight: 1.6,
  overflowWrap: 'break-word',
} as const
const ending = {
  margin: '32px 0 0',
  paddingTop: 16,
  borderTop: '1px solid #DED5C2',
  color: '#4A574C',
  fontSize: 14,
  whiteSpace: 'pre-line',
}
