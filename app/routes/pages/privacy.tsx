import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { formatPeriod } from '#app/domain/shared/period.ts'
import { servicesContext } from '#app/http/context.ts'
import { features } from '#app/http/features.ts'
import { hostedServices } from '#app/http/hosted-services.ts'
import { contentPage } from '#app/http/page-kind.ts'
import { useSite } from '#app/http/site.ts'
import { privacyPage } from '#content/pages/privacy.ts'
import { PrivacyPage } from './privacy-page.tsx'
import { describeHostedService } from './privacy-texts.ts'

export const handle = contentPage()

export function loader({ context }: LoaderFunctionArgs) {
  const { config, clinic } = context.get(servicesContext)
  const { others } = privacyPage
  const hosted = hostedServices(config, clinic.facts(Date.now()))
  return {
    hosted: hosted.map(({ name, host }) => describeHostedService(features, others.hosted[name], host, others.notYet)),
    schedulingHost: hosted.find(({ name }) => name === 'scheduling')?.host,
    periods: {
      health: formatPeriod(config.healthRetentionDays),
      messages: toPeriod(config.messageRetentionDays),
      emails: toPeriod(config.emailBodyRetentionDays),
    },
  }
}

const toPeriod = (days: number) => (days === 0 ? undefined : formatPeriod(days))

export default function Privacy() {
  return <PrivacyPage site={useSite()} {...useLoaderData<typeof loader>()} />
}
