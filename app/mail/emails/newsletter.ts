import type { NewsletterBlock } from '#app/domain/newsletter-blocks/newsletter-block.ts'
import { readBlocks } from '#app/domain/newsletter-blocks/sent-blocks.server.ts'
import { findCampaign } from '#app/domain/newsletter/campaigns.server.ts'
import { defineEmail, type EmailDeps, type ReadTexts } from '#app/mail/define-email.ts'
import { textParts, toParagraphs } from '#app/mail/email-texts.ts'
import { unsubscribeHeaders, unsubscribeUrl } from '#app/mail/links.ts'
import { newsletterParts } from '#app/mail/newsletter-parts.ts'
import { buttonPart, linkPart, type Part } from '#app/mail/parts.tsx'
import { newline, splitLines } from '#app/mail/plain-text.ts'
import { sampleLink } from '#app/mail/samples.ts'
import { newsletterIssue as words } from '#content/emails.ts'

type Issue = {
  url: string
  /** Without them the email has standard words. */
  subject: string | undefined
  intro: string | undefined
  /** Of one that is written here, in place of the link. */
  blocks: NewsletterBlock[] | undefined
  unsubscribeUrl: string
}

type Shown = Issue & { read: ReadTexts }

const sample: Issue = {
  url: sampleLink('/blog'),
  blocks: undefined,
  subject: 'Ginger tea for cold evenings',
  intro: 'Dear readers,\nthe evenings are getting long. Here is what we drink in November.',
  unsubscribeUrl: sampleLink('/newsletter/unsubscribe'),
}

const texts = {
  head({ subject, intro, blocks, read }: Shown) {
    const { usual } = read('newsletter-emails')
    return {
      subject: subject ?? usual.subject,
      preview: toParagraphs(intro)[0] ?? (blocks ? '' : usual.preview),
      headline: subject ?? usual.headline,
    }
  },
  body: (issue: Shown): Part[] =>
    issue.blocks
      ? [...newsletterParts(issue.blocks, new URL(issue.url).origin), linkPart(words.archive, issue.url)]
      : [...textParts(toIntro(issue)), buttonPart(words.read, issue.url)],
  why: words.why,
  unsubscribe: (issue: Issue) => ({ label: words.unsubscribe, url: issue.unsubscribeUrl }),
  envelope: (issue: Shown) => ({
    headers: unsubscribeHeaders(issue.unsubscribeUrl),
    template: {
      name: 'newsletter' as const,
      params: {
        newsletter_url: issue.url,
        unsubscribe_url: issue.unsubscribeUrl,
        message: splitLines(toIntro(issue)).join(newline),
      },
    },
  }),
  sample,
  otherSamples: [{ ...sample, subject: undefined, intro: undefined }],
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
  const blocks = await readBlocks(deps, campaign, Date.now())
  return { ...campaign, blocks, unsubscribeUrl: unsubscribeUrl(deps, subscriberId) }
}

/** A relay's template shows its empty lines, too. */
const toIntro = ({ intro, read }: Pick<Shown, 'intro' | 'read'>) =>
  intro?.trim() ? intro : read('newsletter-emails').usual.text
