import { data } from 'react-router'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import type { Campaign } from '#app/domain/newsletter/campaign.ts'
import { findCampaign } from '#app/domain/newsletter/campaigns.server.ts'
import { type FailedCampaignEmail, listFailedCampaignEmails } from '#app/domain/outbox/campaign-emails.server.ts'
import { clinicMoment } from '#app/domain/shared/clinic-time.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { pageContext, servicesContext } from '#app/http/context.ts'
import { takeNotice } from '#app/http/flash.ts'
import { useSite } from '#app/http/site.ts'
import { Detail } from '#app/ui/primitives/detail.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { newsletterIssue } from '#content/emails.ts'
import { newsletterPage as words } from '#content/pages/admin-newsletter.ts'
import { resolveWords } from '#content/pages/page.ts'
import { actOnNewsletter } from './acts.server.ts'
import { reviewCampaign } from './checks.server.ts'
import { NewsletterResult } from './newsletter-result.tsx'
import { NewsletterReview } from './newsletter-review.tsx'
import { NewsletterRun } from './newsletter-run.tsx'
import type { Route } from './+types/newsletter.ts'

const mostFailures = 500
const refreshSeconds = 5

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { database, clinic, config, emailsLeave } = context.get(servicesContext)
  const campaign = await findCampaign(database, params.id)
  if (!campaign) throw data(null, { status: 404 })
  const now = Date.now()
  const formatMoment = (at: number | undefined) =>
    at === undefined ? undefined : clinicMoment(at, clinicTimeZone, now)
  const step = getStep(campaign)
  // The preview is in a frame.
  if (step === 'review') context.get(pageContext).allowOwnFrame()
  const page = {
    campaign,
    step,
    started: formatMoment(campaign.startedAt),
    ended: formatMoment(campaign.endedAt),
    starts: formatMoment(campaign.startsAt),
    review: step === 'review' ? await reviewCampaign(context, campaign) : undefined,
    failures:
      step === 'result' && campaign.counts.failed > 0
        ? (await listFailedCampaignEmails(database.db, campaign.id, mostFailures)).map(toFailure)
        : [],
    admin: config.admin.email,
    publicOrigin: config.publicOrigin,
    addressRevision: clinic.saved().revisions.address ?? 0,
    byRelay: config.mail.transport === 'relay',
    form: takeNotice(request, context, {
      'newsletter-tested': emailsLeave ? words.test.sent : words.test.kept,
      'newsletter-address-saved': words.checks.addressForm.saved,
    }),
  }
  const refresh = `${refreshSeconds}; url=/admin/newsletter/${campaign.id}?by-itself`
  return data(page, step === 'run' && !isFollowed(request) ? { headers: { Refresh: refresh } } : {})
}

function getStep({ state, pausedWhy }: Campaign) {
  if (state === 'draft') return 'review'
  if (state === 'scheduled' || (state === 'paused' && pausedWhy === 'late')) return 'waiting'
  return state === 'done' || state === 'cancelled' ? 'result' : 'run'
}

const toFailure = ({ email, reason, detail, uncertain }: FailedCampaignEmail) => ({
  email,
  why: describeReason(reason ?? '', uncertain === 1),
  detail: detail?.trim() ?? '',
})

function describeReason(reason: string, uncertain: boolean) {
  const { reasons } = words
  if (/^smtp 5\d\d at RCPT/.test(reason)) return reasons.address
  if (/^smtp 5\d\d/.test(reason)) return reasons.email
  if (/^relay \d/.test(reason)) return reasons.relay(reason.replace('relay ', ''))
  if (reason === 'interrupted') return reasons.interrupted
  return uncertain ? reasons.noAnswer : reasons.tries
}

/** A page without scripts reloads while the newsletter is being sent; a script that follows it sets the cookie. */
const isFollowed = (request: Request) => /(?:^|;\s*)follows=1(?:;|$)/.test(request.headers.get('Cookie') ?? '')

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export async function action({ request, params, context }: Route.ActionArgs) {
  return actOnNewsletter(request, context, params.id)
}

export type NewsletterView = Route.ComponentProps['loaderData']

export default function Newsletter({ loaderData: view, actionData: posted }: Route.ComponentProps) {
  const { campaign, step, started, ended, review } = view
  const { clinic } = useSite()
  const title = step === 'review' ? words.title : words.titles.sent
  return (
    <AdminPage title={title} aside={<a href="/admin/newsletter">{words.all}</a>}>
      <div className="stack">
        <FormOutcome form={posted ?? view.form} />
        <dl className="dl">
          <Detail name={words.subject}>{campaign.subject ?? resolveWords(newsletterIssue.subject, clinic)}</Detail>
          <Detail name={words.started}>{started}</Detail>
          <Detail name={words.ended}>{ended}</Detail>
          <Detail name={words.link}>
            <a href={campaign.url} rel="noreferrer" target="_blank" className="breaks">
              {campaign.url}
            </a>
          </Detail>
        </dl>
        {review && <NewsletterReview {...view} {...review} form={posted ?? {}} />}
        {step === 'waiting' && <Waiting {...view} />}
        {step === 'run' && <NewsletterRun campaign={campaign} />}
        {step === 'result' && <NewsletterResult {...view} />}
      </div>
    </AdminPage>
  )
}

function Waiting({ campaign, starts = '' }: NewsletterView) {
  const { text, now, takeBack } = campaign.state === 'scheduled' ? words.scheduled : words.late
  return (
    <section className="panel stack">
      <p>{text(starts)}</p>
      <form method="post" action="#outcome" className="row">
        <IntentButton intent="send" text={now} />
        <IntentButton intent="unschedule" text={takeBack} kind="line" />
      </form>
    </section>
  )
}
