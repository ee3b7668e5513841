import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { resolveWords, type Words } from '#content/pages/page.ts'
import { addressLine } from '#content/site.ts'
import { type Part, PartAsHtml, renderPartAsText } from './parts.tsx'
import { newline, wrapText } from './plain-text.ts'

/** An email ready for a transport; `text` reads well by itself. */
export type RenderedEmail = {
  subject: string
  text: string
  html: string
  /** Without it, replies go to the clinic. */
  replyTo?: { name: string; email: string }
  headers?: Record<string, string>
  attachments?: { name: string; type: string; text: string }[]
  /** Values for a relay's template (product decisions, 'E-mail relay'). */
  template?: { name?: 'newsletter'; params: Record<string, string> }
}

type Content = { clinic: ClinicFacts; subject: Words; preview: Words; body: Part[] }

/** The frame of every email: one column, no pictures, nothing loaded from elsewhere. */
export function renderEmail({ clinic, body, ...words }: Content): RenderedEmail {
  const subject = resolveWords(words.subject, clinic)
  const signature = [clinic.name, addressLine(clinic), clinic.phone.display].filter(Boolean)
  const text = [
    ...body.map((part) => renderPartAsText(part, clinic)),
    `-- ${newline}${signature.map((line) => wrapText(line)).join(newline)}`,
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

type FrameProps = { subject: string; preview: string; signature: string[]; children: ReactNode }

function EmailFrame({ subject, preview, signature, children }: FrameProps) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{subject}</title>
      </head>
      <body style={{ margin: 0, background: paper.background }}>
        {/* Mail programs show the first words beside the subject. */}
        <div style={hidden}>{preview}</div>
        {/* Background and color on one element: webmail drops the body's styles and may have a dark page. */}
        <div style={paper}>
          <div style={column}>
            {children}
            <p style={footer}>{signature.join('\n')}</p>
          </div>
        </div>
      </body>
    </html>
  )
}

const paper = { padding: 24, background: '#FBF8F1', color: '#1C2A22' }
const hidden = { display: 'none', maxHeight: 0, overflow: 'hidden' }
const column = {
  maxWidth: 560,
  margin: '0 auto',
  fontFamily: 'Georgia, serif',
  fontSize: 17,
  lineHeight: 1.6,
  overflowWrap: 'break-word',
} as const
const footer = {
  margin: '32px 0 0',
  paddingTop: 16,
  borderTop: '1px solid #DED5C2',
  color: '#4A574C',
  fontSize: 14,
  whiteSpace: 'pre-line',
}
