import { randomUUID } from 'node:crypto'
import { unsubscribePath, unsubscribePurpose } from '#app/domain/newsletter/subscriber.ts'
import type { RenderedEmail } from '#app/mail/email-frame.tsx'
import { newsletterIssue } from '#app/mail/newsletter-issue.tsx'
import type { Services } from '#app/services.server.ts'

export type HasClinic = { clinic: Pick<Services['clinic'], 'facts'> }

type Issue = { url: string; subject: string | undefined; intro: string | undefined }

/**
 * The newsletter for one subscriber after the other. It is the same but for the link that ends the subscription, so it
 * is rendered once and the link's token is filled in.
 */
export function newsletterLetters(
  { signer, config, clinic }: Pick<Services, 'signer' | 'config'> & HasClinic,
  issue: Issue,
) {
  // Nobody can have typed it into the letter.
  const blank = randomUUID()
  const unsubscribeUrl = `${config.publicOrigin}${unsubscribePath(blank)}`
  const letter = newsletterIssue({ ...issue, clinic: clinic.facts(Date.now()), unsubscribeUrl })
  const fillable = (text: string) => {
    const pieces = text.split(blank)
    return (token: string) => pieces.join(token)
  }
  const [text, html] = [fillable(letter.text), fillable(letter.html)]
  const headers = Object.entries(letter.headers ?? {}).map(([name, value]) => [name, fillable(value)] as const)

  return (subscriberId: string): RenderedEmail => {
    // Safe in a URL, and so in HTML.
    const token = signer.sign(unsubscribePurpose, subscriberId)
    return {
      subject: letter.subject,
      text: text(token),
      html: html(token),
      headers: Object.fromEntries(headers.map(([name, filledWith]) => [name, filledWith(token)])),
      template: {
        name: 'newsletter',
        params: { ...letter.template?.params, unsubscribe_url: unsubscribeUrl.replace(blank, token) },
      },
    }
  }
}
