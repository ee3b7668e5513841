import type { Content } from '#app/domain/content/content-record.ts'
import { fillInAlso } from '#app/domain/content/fill-in-also.ts'
import { escapeText } from '#app/domain/markdown/to-markdown.ts'
import { formatPeriod } from '#app/domain/shared/period.ts'
import { servicesContext } from '#app/http/context.ts'
import { hostedServices } from '#app/http/hosted-services.ts'
import { readPage } from '#app/http/page-kind.ts'
import { useSite } from '#app/http/site.ts'
import type { Services } from '#app/services.server.ts'
import { Markdown } from '#app/ui/site/markdown.tsx'
import { PageTop } from '#app/ui/site/page-top.tsx'
import { Sections, WordSection } from '#app/ui/site/word-sections.tsx'
import { Text } from '#app/ui/site/words.tsx'
import { patientFieldsInWords } from '#app/domain/patients/patient-fields.ts'
import type { Route } from './+types/privacy.ts'

export const handle = readPage()

/** The texts that are true under the current settings. */
export function loader({ context }: Route.LoaderArgs) {
  const { config, clinic, content } = context.get(servicesContext)
  const facts = clinic.facts(Date.now())
  const page = content.read('privacy', facts)
  const hosted = hostedServices(config, facts)
  return {
    page,
    stored: { ...page.stored, text: insert(page.stored.text, { patientFields: patientFieldsInWords }) },
    health: {
      ...page.health,
      text: toHealthText(
        page,
        config,
        hosted.find(({ name }) => name === 'scheduling'),
      ),
    },
    companies: hosted.map(({ name, host }) => fillInAlso(page.others.hosted[name], { host })),
    periods: toPeriods(page, config),
  }
}

type Page = Content<'privacy'>
type Config = Services['config']

function toHealthText({ health }: Page, { healthRetentionDays }: Config, scheduling: { host: string } | undefined) {
  if (scheduling) return insert(health.hosted, { host: scheduling.host })
  return insert(health.text, { patientFields: patientFieldsInWords, period: formatPeriod(healthRetentionDays) })
}

function toPeriods({ keeping }: Page, config: Config) {
  const toText = ({ deleted, kept }: { deleted: string; kept: string }, days: number) =>
    // 0: never deleted.
    days === 0 ? kept : fillInAlso(deleted, { period: formatPeriod(days) })
  return [
    toText(keeping.emails, config.emailBodyRetentionDays),
    toText(keeping.messages, config.messageRetentionDays),
    fillInAlso(keeping.orderNotes, { period: formatPeriod(config.healthRetentionDays) }),
  ]
}

/** Into a formatted text, where no value is formatting. */
const insert = (text: string, values: Record<string, string>) =>
  fillInAlso(text, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, escapeText(value)])))

export default function Privacy({ loaderData }: Route.ComponentProps) {
  const site = useSite()
  const { clinic } = site
  const { page, stored, health, companies, periods } = loaderData
  const { short, cookies, others, keeping, choices, questions } = page
  return (
    <>
      <PageTop page={page} site={site} path="/privacy" />
      <div className="wrap body">
        <Sections sections={[short, stored, health, cookies]} clinic={clinic} />
        <WordSection section={others}>
          <p>{companies.length > 0 ? others.intro : others.none}</p>
          {companies.length > 0 && (
            <ul>
              {companies.map((text) => (
                <li key={text}>
                  <Text words={text} clinic={clinic} />
                </li>
              ))}
            </ul>
          )}
          <p>
            <Text words={others.links} clinic={clinic} />
          </p>
        </WordSection>
        <WordSection section={keeping}>
          {periods.map((text) => (
            <p key={text}>
              <Text words={text} clinic={clinic} />
            </p>
          ))}
          <Markdown text={keeping.text} rank={3} clinic={clinic} />
        </WordSection>
        <Sections sections={[choices, questions]} clinic={clinic} />
      </div>
    </>
  )
}
