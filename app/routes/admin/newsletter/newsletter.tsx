import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
} from 'react-router'
import { findCampaign } from '#app/domain/newsletter/campaigns.server.ts'
import { listFailedCampaignEmails } from '#app/domain/outbox/campaign-emails.server.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { pageContext, servicesContext } from '#app/http/context.ts'
import { takeFlash } from '#app/http/flash.ts'
import { useSite } from '#app/http/site.ts'
import { AdminPage } from '#app/ui/admin/admin-page.tsx'
import { NewsletterHead } from '#app/ui/admin/newsletter/newsletter-head.tsx'
import { NewsletterResult } from '#app/ui/admin/newsletter/newsletter-result.tsx'
import { NewsletterReview } from '#app/ui/admin/newsletter/newsletter-review.tsx'
import { NewsletterRun } from '#app/ui/admin/newsletter/newsletter-run.tsx'
import { NewsletterWaiting } from '#app/ui/admin/newsletter/newsletter-waiting.tsx'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { newsletterPage } from '#content/pages/admin-newsletter.ts'
import { actOnNewsletter } from './acts.server.ts'
import { reviewCampaign } from './checks.server.ts'
import { toFailure, formatMoment, toNotice } from './newsletter-view.ts'

const mostFailures = 500
const refreshSeconds = 5

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const services = context.get(servicesContext)
  const campaign = await findCampaign(services.database, params.id ?? '')
  if (!campaign) throw data(null, { status: 404 })
  const now = Date.now()
  const { state, counts } = campaign
  const isReview = state === 'draft'
  const isRunning = state === 'sending' || (state === 'paused' && campaign.pausedWhy !== 'late')
  const isEnded = state === 'done' || state === 'cancelled'
  // The preview is in a frame.
  if (isReview) context.get(pageContext).allowOwnFrame()
  const flash = takeFlash(request, context, ['newsletter-tested', 'newsletter-address-saved'])
  const saved = services.clinic.saved()
  const path = `/admin/newsletter/${campaign.id}`
  const page = {
    campaign,
    when: {
      started: formatMoment(campaign.startedAt, now),
      ended: formatMoment(campaign.endedAt, now),
      starts: formatMoment(campaign.startsAt, now),
    },
    review: isReview ? await reviewCampaign(context, campaign) : undefined,
    failures:
      isEnded && counts.failed > 0
        ? (await listFailedCampaignEmails(services.database.db, campaign.id, mostFailures)).map(toFailure)
        : [],
    admin: services.config.admin.email,
    publicOrigin: services.config.publicOrigin,
    addressRevision: saved.revisions.address ?? 0,
    byRelay: services.config.mail.transport === 'relay',
    notice: toNotice(flash, services.emailsLeave),
  }
  return data(
    page,
    isRunning && !isFollowed(request) ? { headers: { Refresh: `${refreshSeconds}; url=${path}?by-itself` } } : {},
  )
}

/** A page without scripts reloads while the newsletter is being sent; a script that follows it sets the cookie. */
const isFollowed = (request: Request) => /(?:^|;\s*)follows=1(?:;|$)/.test(request.headers.get('Cookie') ?? '')

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export async function action({ request, params, context }: ActionFunctionArgs) {
  return actOnNewsletter(request, context, params.id ?? '')
}

export default function Newsletter() {
  const loaded = useLoaderData<typeof loader>()
  const { campaign, when, review, failures, notice } = loaded
  const formError: FormState | undefined = useActionData<typeof action>()
  const { clinic } = useSite()
  const { state, pausedWhy, counts } = campaign
  const title = state === 'draft' ? newsletterPage.title : newsletterPage.titles.sent
  return (
    <AdminPage title={title} clinic={clinic} aside={<a href="/admin/newsletter">{newsletterPage.all}</a>}>
      <div className="stack">
        <FormOutcome form={formError ?? { notice }} />
        <NewsletterHead campaign={campaign} when={when} clinic={clinic} />
        {review && (
          <NewsletterReview {...loaded} review={review} clinic={clinic} formError={formError} id={campaign.id} />
        )}
        {(state === 'scheduled' || pausedWhy === 'late') && (
          <NewsletterWaiting late={pausedWhy === 'late'} starts={when.starts ?? ''} />
        )}
        {(state === 'sending' || (state === 'paused' && pausedWhy !== 'late')) && <NewsletterRun campaign={campaign} />}
        {(state === 'done' || state === 'cancelled') && (
          <NewsletterResult state={state} counts={counts} failures={failures} />
        )}
      </div>
    </AdminPage>
  )
}
