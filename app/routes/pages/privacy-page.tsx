import { features } from '#app/http/features.ts'
import type { SiteData } from '#app/http/site.ts'
import { PageTop } from '#app/ui/site/page-top.tsx'
import { Sections, WordSection } from '#app/ui/site/words.tsx'
import { type PrivacySection, privacyPage } from '#content/pages/privacy.ts'
import { filterSection } from './privacy-texts.ts'

type PrivacyPageProps = {
  site: SiteData
  /** One text for each hosted service in use, the map on request included. */
  hosted: string[]
  /** Host of the hosted booking calendar, if there is one. */
  schedulingHost?: string
  /** In words; undefined: never deleted. */
  periods: { health: string; messages?: string; emails?: string }
}

export function PrivacyPage({ site, hosted, schedulingHost, periods }: PrivacyPageProps) {
  const { sections, stored, health, cookies, others, keeping, choices, questions } = privacyPage
  const { clinic } = site
  const answers = schedulingHost
    ? health.hosted(schedulingHost)
    : [...health.builtIn, health.retention(periods.health), health.notSealed]
  const healthSection = {
    ...health,
    paragraphs: answers.map((text) => ({ feature: 'booking', text }) as const),
  }
  const keptFor = [
    { feature: 'newsletter', text: privacyPage.periods.emails(periods.emails) },
    { feature: 'contact', text: privacyPage.periods.messages(periods.messages) },
    { feature: 'orders', text: privacyPage.periods.orderNotes(periods.health) },
  ] as const
  const keepingSection = { ...keeping, paragraphs: [...keptFor, ...keeping.paragraphs] }
  const companies = {
    id: others.id,
    heading: others.heading,
    paragraphs: [hosted.length > 0 ? others.intro : others.none],
    list: hosted.length > 0 ? hosted : undefined,
  }
  return (
    <>
      <PageTop page={privacyPage} site={site} path="/privacy" />
      <div className="wrap body">
        <Sections sections={[...sections, ...filterByFeatures(stored, healthSection, cookies)]} clinic={clinic} />
        <WordSection section={companies} clinic={clinic}>
          <p>{others.links}</p>
        </WordSection>
        <Sections sections={filterByFeatures(keepingSection, choices, questions)} clinic={clinic} />
      </div>
    </>
  )
}

const filterByFeatures = (...sections: PrivacySection[]) =>
  sections.map((section) => filterSection(features, section)).filter((section) => section !== undefined)
