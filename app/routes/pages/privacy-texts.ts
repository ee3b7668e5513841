import type { Section, Words } from '#content/pages/page.ts'
import type { Feature, HostedService, PrivacySection, Statement } from '#content/pages/privacy.ts'

type Features = ReadonlySet<Feature>

/** The statements that are true with these features; undefined if there are none. */
export function filterSection(features: Features, section: PrivacySection): Section | undefined {
  const paragraphs = filterTexts(features, section.paragraphs)
  const list = section.list && filterTexts(features, section.list)
  return paragraphs.length + (list?.length ?? 0) > 0 ? { ...section, paragraphs, list } : undefined
}

/** A setting may name a company for a feature that is not there yet; the text then says so. */
export function describeHostedService(
  features: Features,
  { text, feature }: HostedService,
  host: string,
  notYet: string,
) {
  return !feature || features.has(feature) ? text(host) : `${text(host)} ${notYet}`
}

const filterTexts = (features: Features, statements: Statement[]): Words[] =>
  statements.flatMap((statement) => {
    if (typeof statement !== 'object') return [statement]
    return features.has(statement.feature) ? [statement.text] : []
  })
