import { formatPeriod } from '#app/domain/shared/period.ts'
import { servicesContext } from '#app/http/context.ts'
import { hostedServices } from '#app/http/hosted-services.ts'
import { readPage } from '#app/http/page-kind.ts'
import { useSite } from '#app/http/site.ts'
import { PageTop } from '#app/ui/site/page-top.tsx'
import { Sections, WordSection } from '#app/ui/site/words.tsx'
import { privacyPage } from '#content/pages/privacy.ts'
import type { Route } from './+types/privacy.ts'

export const handle = readPage()

export function loader({ context }: Route.LoaderArgs) {
  const { config, clinic } = context.get(servicesContext)
  const hosted = hostedServices(config, clinic.facts(Date.now()))
  return {
    hosted: hosted.map(({ name, host }) => privacyPage.others.hosted[name](host)),
    schedulingHost: hosted.find(({ name }) => name === 'scheduling')?.host,
    healthPeriod: formatPeriod(config.healthRetentionDays),
    messagePeriod: toPeriod(config.messageRetentionDays),
    emailPeriod: toPeriod(config.emailBodyRetentionDays),
  }
}

/** Undefined: never deleted. */
const toPeriod = (days: number) => (days === 0 ? undefined : formatPeriod(days))

export default function Privacy({ loaderData }: Route.ComponentProps) {
  const site = useSite()
  const { hosted, schedulingHost, healthPeriod, messagePeriod, emailPeriod } = loaderData
  const { sections, stored, health, cookies, others, keeping, periods, choices, questions } = privacyPage
  const answers = schedulingHost
    ? health.hosted(schedulingHost)
    : [...health.builtIn, health.retention(healthPeriod), health.notSealed]
  const keptFor = [periods.emails(emailPeriod), periods.messages(messagePeriod), periods.orderNotes(healthPeriod)]
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
        <Sections sections={[...sections, stored, { ...health, paragraphs: answers }, cookies]} clinic={site.clinic} />
        <WordSection section={companies} clinic={site.clinic}>
          <p>{others.links}</p>
        </WordSection>
        <Sections
          sections={[{ ...keeping, paragraphs: [...keptFor, ...keeping.paragraphs] }, choices, questions]}
          clinic={site.clinic}
        />
      </div>
    </>
  )
}
