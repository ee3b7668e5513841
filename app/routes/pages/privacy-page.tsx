import type { SiteData } from '#app/http/site.ts'
import { PageTop } from '#app/ui/site/page-top.tsx'
import { Sections, WordSection } from '#app/ui/site/words.tsx'
import { privacyPage } from '#content/pages/privacy.ts'

type PrivacyPageProps = {
  site: SiteData
  /** One text for each hosted service that a setting has switched on, the map on request included. */
  hosted: string[]
  /** Where the hosted booking calendar comes from, while there is one. */
  schedulingHost?: string
  /** How long health answers stay readable after the last visit. */
  retentionDays: number
}

export function PrivacyPage({ site, hosted, schedulingHost, retentionDays }: PrivacyPageProps) {
  const { sections, health, cookies, others, closing } = privacyPage
  const { clinic } = site
  const answers = schedulingHost ? health.hosted(schedulingHost) : [...health.builtIn, health.retention(retentionDays)]
  const companies = {
    id: others.id,
    heading: others.heading,
    paragraphs: [hosted.length > 0 ? others.intro : others.none],
    list: hosted.length > 0 ? hosted : undefined,
  }
  return (
    <>
      <PageTop page={privacyPage} site={site} path="/privacy" />
      <div className="wrap body sections">
        <Sections sections={[...sections, { ...health, paragraphs: answers }, cookies]} clinic={clinic} />
        <WordSection section={companies} clinic={clinic}>
          <p>{others.links}</p>
        </WordSection>
        <Sections sections={closing} clinic={clinic} />
      </div>
    </>
  )
}
