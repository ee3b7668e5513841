import { newsletterIssue as words } from '#content/emails.ts'
import { resolveWords } from '#content/pages/page.ts'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { unsubscribeHeaders } from './links.ts'
import { linkPart, paragraphs, type Part } from './parts.tsx'
import { linesOf, newline } from './plain-text.ts'
import { sampleLink } from './samples.ts'

type Issue = {
  url: string
  /** The clinic's own; without them the email has its usual ones. */
  subject: string | undefined
  intro: string | undefined
  unsubscribeUrl: string
}

const ownParagraphs = ({ intro }: Pick<Issue, 'intro'>) => linesOf(intro ?? '').filter((line) => line.trim())

function paragraphsOf(issue: Pick<Issue, 'intro'>) {
  const own = ownParagraphs(issue)
  return own.length > 0 ? own : words.paragraphs
}

/** What a relay's template shows: the clinic's lines with the empty ones between them. */
function messageOf({ intro, clinic }: Pick<Issue, 'intro'> & { clinic: ClinicFacts }) {
  const hasOwn = ownParagraphs({ intro }).length > 0
  const lines = hasOwn && intro ? linesOf(intro) : words.paragraphs.map((paragraph) => resolveWords(paragraph, clinic))
  return lines.join(newline)
}

/** The newsletter: a few words, one link, and the link that ends the subscription. */
export const newsletterIssue = {
  subject: ({ subject }: Issue) => subject ?? words.subject,
  preview: (issue: Issue) => ownParagraphs(issue)[0] ?? words.preview,
  body: (issue: Issue): Part[] => [
    ...paragraphs({ paragraphs: paragraphsOf(issue) }),
    linkPart(words.read, issue.url),
    { paragraph: words.why },
    linkPart(words.unsubscribe, issue.unsubscribeUrl),
  ],
  envelope: (issue: Issue & { clinic: ClinicFacts }) => ({
    headers: unsubscribeHeaders(issue.unsubscribeUrl),
    template: {
      name: 'newsletter' as const,
      params: { newsletter_url: issue.url, unsubscribe_url: issue.unsubscribeUrl, message: messageOf(issue) },
    },
  }),
  sample: {
    url: sampleLink('/blog'),
    subject: 'Ginger tea for cold evenings',
    intro: 'Dear readers,\nthe evenings are getting long. Here is what we drink in November.',
    unsubscribeUrl: sampleLink('/newsletter/unsubscribe'),
  },
}
