import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { deliveredColors, type ThemeColors } from '#app/domain/theme/theme-colors.ts'
import { resolveWords, type Words } from '#content/pages/page.ts'
import { addressLine } from '#content/site.ts'
import { type EmailStyles, toEmailStyles } from './email-styles.ts'
import { type Part, PartAsHtml, renderPartAsText, WithPhoneLinks } from './parts.tsx'
import { newline, wrapText } from './plain-text.ts'
import { EmailStylesContext } from './use-email-styles.ts'

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

type Content = {
  clinic: ClinicFacts
  subject: Words
  preview: Words
  /** The only h1, in the clinic's voice. */
  headline: Words
  body: Part[]
  /** Why the recipient gets it. */
  why: Words
  /** For newsletters. */
  unsubscribe?: { label: string; url: string } | undefined
  /** The clinic needs no link to its own phone, and a message of a visitor must stand among no links of ours. */
  toClinic?: boolean | undefined
  /** Those of the website. */
  colors?: ThemeColors | undefined
}

/**
 * The layout of every email, as text and as HTML: the clinic's name, a headline, the parts, the clinic's address, and why
 * it came. It has no pictures and loads nothing, so it looks the same in programs that block pictures.
 */
export function renderEmail({
  clinic,
  body,
  toClinic,
  unsubscribe,
  colors = deliveredColors,
  ...words
}: Content): RenderedEmail {
  const [subject, preview, headline, why] = (['subject', 'preview', 'headline', 'why'] as const).map((name) =>
    resolveWords(words[name], clinic),
  ) as [string, string, string, string]
  const signature = [
    [clinic.name, addressLine(clinic)].filter(Boolean).join(', '),
    ...(toClinic ? [] : [clinic.phone.display]),
    why,
  ]
  const text = [
    wrapText(headline),
    ...body.map((part) => renderPartAsText(part, clinic)),
    `-- ${newline}${signature.map((line) => wrapText(line)).join(newline)}`,
    ...(unsubscribe ? [`${unsubscribe.label}:${newline}${unsubscribe.url}`] : []),
  ].join(newline + newline)
  const styles = toEmailStyles(colors)
  const html = `<!doctype html>${renderToStaticMarkup(
    <EmailDocument subject={subject} preview={preview} styles={styles}>
      <tr>
        <td className="pad" style={styles.band}>
          {clinic.name}
        </td>
      </tr>
      <tr>
        <td className="card pad" style={styles.card}>
          <h1 className="ink" style={styles.headline}>
            {headline}
          </h1>
          {body.map((part, index) => (
            <PartAsHtml key={index} part={part} clinic={clinic} />
          ))}
        </td>
      </tr>
      <tr>
        <td className="faint pad" style={styles.footer}>
          {signature.map((line, index) => (
            <div key={index}>
              <WithPhoneLinks text={line} clinic={clinic} />
            </div>
          ))}
          {unsubscribe && (
            <div>
              <a className="link" href={unsubscribe.url} style={styles.link}>
                {unsubscribe.label}
              </a>
            </div>
          )}
        </td>
      </tr>
    </EmailDocument>,
  )}`
  return { subject, text: text + newline, html }
}

type EmailDocumentProps = { subject: string; preview: string; styles: EmailStyles; children: ReactNode }

function EmailDocument({ subject, preview, styles, children }: EmailDocumentProps) {
  const column = renderToStaticMarkup(
    <EmailStylesContext value={styles}>
      <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} style={styles.column}>
        <tbody>{children}</tbody>
      </table>
    </EmailStylesContext>,
  )
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="x-apple-disable-message-reformatting" />
        {/* We link phone numbers ourselves; programs would link dates and times too, in blue. */}
        <meta name="format-detection" content="telephone=no,date=no,address=no,email=no" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{subject}</title>
        <style dangerouslySetInnerHTML={{ __html: styles.sheet }} />
      </head>
      <body className="bg" style={styles.page}>
        <div style={styles.preview}>{preview}</div>
        <div role="article" aria-label={subject} lang="en">
          {/* Once more the background, because webmail drops the body's. */}
          <table className="bg" role="presentation" width="100%" cellPadding={0} cellSpacing={0} style={styles.paper}>
            <tbody>
              <tr dangerouslySetInnerHTML={{ __html: inOutlooksColumn(column) }} />
            </tbody>
          </table>
        </div>
      </body>
    </html>
  )
}

/** Outlook on Windows ignores `max-width`; it alone reads these comments. */
const inOutlooksColumn = (html: string) =>
  `<td align="center"><!--[if mso]><table role="presentation" width="600" align="center"><tr><td><![endif]-->${html}<!--[if mso]></td></tr></table><![endif]--></td>`
