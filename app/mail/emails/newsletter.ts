import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import type { LetterBlock } from '#app/domain/letters/letter.ts'
import { readLetter } from '#app/domain/letters/sent-letter.server.ts'
import { findCampaign } from '#app/domain/newsletter/campaigns.server.ts'
import { defineEmail, type EmailDeps } from '#app/mail/define-email.ts'
import { unsubscribeHeaders, unsubscribeUrl } from '#app/mail/links.ts'
import { letterParts } from '#app/mail/letter-parts.ts'
import { buttonPart, linkPart, paragraphParts, type Part } from '#app/mail/parts.tsx'
import { newline, splitLines } from '#app/mail/plain-text.ts'
import { sampleLink } from '#app/mail/samples.ts'
import { newsletterIssue as words } from '#content/emails.ts'
import { resolveWords } from '#content/pages/page.ts'

type Issue = {
  url: string
  /** Without them the email has standard words. */
  subject: string | undefined
  intro: string | undefined
  /** Of a letter, in place of the link. */
  blocks: LetterBlock[] | undefined
  unsubscribeUrl: string
}

const texts = {
  subject: ({ subject }: Issue) => subject ?? words.subject,
  preview: ({ intro, blocks }: Issue) => toParagraphs(intro)[0] ?? (blocks ? '' : words.preview),
  headline: ({ subject }: Issue) => subject ?? words.headline,
  body: (issue: Issue): Part[] =>
    issue.blocks
      ? [...letterParts(issue.blocks, new URL(issue.url).origin), linkPart(words.archive, issue.url)]
      : [
          ...paragraphParts(issue.intro?.trim() ? toParagraphs(issue.intro) : words.paragraphs),
          buttonPart(words.read, issue.url),
        ],
  why: words.why,
  unsubscribe: (issue: Issue) => ({ label: words.unsubscribe, url: issue.unsubscribeUrl }),
  envelope: (issue: Issue & { clinic: ClinicFacts }) => ({
    headers: unsubscribeHeaders(issue.unsubscribeUrl),
    template: {
      name: 'newsletter' as const,
      params: { newsletter_url: issue.url, unsubscribe_url: issue.unsubscribeUrl, message: toMessage(issue) },
    },
  }),
  sample: {
    url: sampleLink('/blog'),
    blocks: undefined,
    subject: 'Ginger tea for cold evenings',
    intro: 'Dear readers,\nthe evenings are getting long. Here is what we drink in November.',
    unsubscribeUrl: sampleLink('/newsletter/unsubscribe'),
  },
}

export const newsletter = defineEmail({
  ...texts,
  kind: 'newsletter',
  load: (deps, { campaignId, subscriberId }) => loadIssue(deps, campaignId, subscriberId),
})

/** To the admin; its unsubscribe link belongs to no subscriber. */
export const newsletterTest = defineEmail({
  ...texts,
  kind: 'newsletter-test',
  load: (deps, { campaignId }) => loadIssue(deps, campaignId, 'test'),
})

async function loadIssue(deps: EmailDeps, campaignId: string, subscriberId: string) {
  const campaign = await findCampaign(deps.database, campaignId)
  if (!campaign) return undefined
  const blocks = await readLetter(deps, campaign, Date.now())
  return { ...campaign, blocks, unsubscribeUrl: unsubscribeUrl(deps, subscriberId) }
}

const toParagraphs = (intro = '') => splitLines(intro).filter((line) => line.trim())

/** For a relay's template, which also shows empty lines. */
function toMessage({ intro = '', clinic }: Pick<Issue, 'intro'> & { clinic: ClinicFacts }) {
  const lines = intro.trim() ? splitLines(intro) : words.paragraphs.map((paragraph) => resolveWords(paragraph, clinic))
  return lines.join(newline)
}
