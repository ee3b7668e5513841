import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import type { LetterWords } from '#content/letters.ts'
import { inWords } from '#content/pages/page.ts'
import { addressLine } from '#content/site.ts'

/** A letter ready for a transport; `text` reads well by itself. */
export type RenderedLetter = { subject: string; text: string; html: string; headers?: Record<string, string> }

type Content = {
  clinic: ClinicFacts
  /** Plain paragraphs; each stands in both parts. */
  words: LetterWords
  action?: { label: string; url: string }
}

/** The frame around every letter: one column, no pictures, nothing loaded from anywhere. */
export function renderLetter({ clinic, words, action }: Content): RenderedLetter {
  const subject = inWords(words.subject, clinic)
  const paragraphs = words.paragraphs.map((paragraph) => inWords(paragraph, clinic))
  const signature = [clinic.name, addressLine(clinic), clinic.phone.display]
  const text = [
    ...paragraphs,
    ...(action ? [`${action.label}: ${action.url}`] : []),
    `-- \r\n${signature.join('\r\n')}`,
  ].join('\r\n\r\n')
  const html = `<!doctype html>${renderToStaticMarkup(
    <LetterFrame subject={subject}>
      {paragraphs.map((paragraph) => (
        <p key={paragraph} style={{ margin: '0 0 16px' }}>
          {paragraph}
        </p>
      ))}
      {action && (
        <p style={{ margin: '24px 0' }}>
          <a href={action.url} style={{ color: '#1F5A42', fontWeight: 600 }}>
            {action.label}
          </a>
        </p>
      )}
      <p style={{ margin: '32px 0 0', paddingTop: 16, borderTop: '1px solid #DED5C2', color: '#4A574C', fontSize: 14 }}>
        {signature.join(' · ')}
      </p>
    </LetterFrame>,
  )}`
  return { subject, text, html }
}

function LetterFrame({ subject, children }: { subject: string; children: ReactNode }) {
  const body = { margin: 0, padding: 24, background: '#FBF8F1', color: '#1C2A22' }
  const column = { maxWidth: 560, margin: '0 auto', fontFamily: 'Georgia, serif', fontSize: 17, lineHeight: 1.6 }
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{subject}</title>
      </head>
      <body style={body}>
        <div style={column}>{children}</div>
      </body>
    </html>
  )
}
