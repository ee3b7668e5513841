import { data, Link } from 'react-router'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import type { Campaign } from '#app/domain/newsletter/campaign.ts'
import { findCampaign } from '#app/domain/newsletter/campaigns.server.ts'
import {
  type FailedCampaignEmail,
  findLastRefusal,
  listFailedCampaignEmails,
} from '#app/domain/outbox/campaign-emails.server.ts'
import { findFailureCause } from '#app/domain/outbox/failure-cause.ts'
import { stampOf } from '#app/domain/newsletter/draft-stamp.server.ts'
import { clinicMoment } from '#app/domain/shared/clinic-time.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { getStaff } from '#app/http/admin.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { takeNotice } from '#app/http/flash.ts'
import { usePoll } from '#app/http/use-poll.ts'
import { FollowedStatus } from '#app/ui/admin/followed-status.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { Detail } from '#app/ui/primitives/detail.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { adminMail } from '#content/pages/admin-mail.ts'
import { newsletterPage as words } from './words.ts'
import { actOnNewsletter, newsletterPath } from './acts.server.ts'
import { reviewCampaign } from './checks.server.ts'
import { NewsletterResult, summarizeResult } from './newsletter-result.tsx'
import { NewsletterReview } from './newsletter-review.tsx'
import { describeProgress, NewsletterRun } from './newsletter-run.tsx'
import { NewsletterStep } from './newsletter-step.tsx'
import type { Route } from './+types/newsletter.ts'

const { causes } = adminMail
const mostFailures = 500
/** Without scripts. */
const refreshSeconds = 5

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { database, clinic, content, config } = context.get(servicesContext)
  const campaign = await findCampaign(database, params.id)
  if (!campaign) throw data(null, { status: 404 })
  const now = Date.now()
  const formatMoment = (at: number | undefined) =>
    at === undefined ? undefined : clinicMoment(at, clinicTimeZone, now)
  const step = getStep(campaign)
  return {
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
    refusal: campaign.pausedWhy === 'refused' ? await findLastRefusal(database.db, campaign.id) : undefined,
    admin: getStaff(context).email,
    publicOrigin: config.publicOrigin,
    stamp: stampOf(campaign),
    usualSubject: content.read('newsletter-emails', clinic.facts(now)).usual.subject,
    addressRevision: content.versionOf('clinic/address'),
    byRelay: config.mail.transport === 'relay',
    form: takeNotice(request, context, newsletterPath(campaign.id)),
    refreshSeconds: step === 'run' ? refreshSeconds : undefined,
  }
}

function getStep({ state, pausedWhy }: Campaign) {
  if (state === 'draft') return 'review'
  if (state === 'scheduled' || (state === 'paused' && pausedWhy === 'late')) return 'waiting'
  return state === 'done' || state === 'cancelled' ? 'result' : 'run'
}

const toFailure = ({ email, reason, detail, uncertain }: FailedCampaignEmail) => ({
  email,
  why: describeReason(reason ?? '', detail ?? '', uncertain === 1),
  detail: detail?.trim() ?? '',
})

function describeReason(reason: string, detail: string, uncertain: boolean) {
  const { reasons } = words
  if (reason === 'bounced' || /^smtp 5\d\d at RCPT/.test(reason)) return causes[findFailureCause(detail)]
  if (/^smtp 5\d\d/.test(reason)) return reasons.email
  if (/^relay \d/.test(reason)) return reasons.relay(reason.replace('relay ', ''))
  if (reason === 'interrupted') return reasons.interrupted
  return uncertain ? reasons.noAnswer : reasons.tries
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return actOnNewsletter(request, context, params.id)
}

export type NewsletterView = Route.ComponentProps['loaderData']

export default function Newsletter({ loaderData, actionData: posted }: Route.ComponentProps) {
  const view = usePoll(loaderData, { isUnfinished: ({ step }) => step === 'run', everyMs: 1_500 })
  const { campaign, step, started, ended, review, usualSubject } = view
  const title = step === 'review' ? words.title : words.titles.sent
  return (
    <AdminPage title={title} aside={<Link to="/admin/newsletter">{words.all}</Link>}>
      <div className="stack">
        <FormOutcome form={posted ?? view.form} />
        <dl className="dl">
          <Detail name={words.subject}>{campaign.subject ?? usualSubject}</Detail>
          <Detail name={words.started}>{started}</Detail>
          <Detail name={words.ended}>{ended}</Detail>
          <Detail name={words.link}>
            <a href={campaign.url} rel="noreferrer" target="_blank" className="breaks">
              {campaign.url}
            </a>
          </Detail>
        </dl>
        <FollowedStatus
          isRunning={step === 'run'}
          text={step === 'result' ? summarizeResult(campaign) : describeProgress(campaign)}
        />
        <NewsletterStep state={campaign.state}>
          {review && <NewsletterReview {...view} {...review} form={posted ?? {}} />}
          {step === 'waiting' && <Waiting {...view} />}
          {step === 'run' && <NewsletterRun campaign={campaign} refusal={view.refusal} />}
          {step === 'result' && <NewsletterResult {...view} />}
        </NewsletterStep>
      </div>
    </AdminPage>
  )
}

function Waiting({ campaign, starts = '' }: NewsletterView) {
  const { text, now, takeBack } = campaign.state === 'scheduled' ? words.scheduled : words.late
  return (
    <section className="panel stack">
      <p>{text(starts)}</p>
      <ActionForm className="row">
        <IntentButton intent="send" text={now} />
        <IntentButton intent="unschedule" text={takeBack} kind="line" />
      </ActionForm>
    </section>
  )
}
