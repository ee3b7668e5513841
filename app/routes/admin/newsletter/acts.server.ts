import { data, redirect } from 'react-router'
import { saveSection } from '#app/domain/clinic/save-section.server.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { addressForm } from '#app/domain/clinic/clinic-forms.server.ts'
import { canSend } from '#app/domain/newsletter/campaign-checks.ts'
import type { Campaign } from '#app/domain/newsletter/campaign.ts'
import {
  cancelCampaign,
  findCampaign,
  pauseCampaign,
  resumeCampaign,
  retryFailedRecipients,
  scheduleCampaign,
  sendCampaign,
  sendTestCampaign,
  unscheduleCampaign,
} from '#app/domain/newsletter/campaigns.server.ts'
import { parseStartTime } from '#app/domain/shared/start-time.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { ownValue } from '#app/domain/shared/own-value.ts'
import type { Actor } from '#app/domain/audit/audit.server.ts'
import { getActor, getStaff } from '#app/http/admin.server.ts'
import { servicesContext, type RequestContext } from '#app/http/context.ts'
import { setFlash } from '#app/http/flash.ts'
import { checkFields, type Typed, typedFields } from '#app/http/parse-form.ts'
import { orServiceUnavailable } from '#app/http/service-unavailable.server.ts'
import { summarizeWith } from '#app/ui/admin/section-summary.ts'
import type { Services } from '#app/services.server.ts'
import { newsletterPage as words } from './words.ts'
import { admin } from '#content/pages/admin.ts'
import { reviewCampaign } from './checks.server.ts'

/** Returns why it did nothing. If another tab was faster, it does nothing and shows no error. */
type Act = (context: RequestContext, campaign: Campaign, typed: Typed) => Promise<FormState | void>

/** Runs the pressed button on a newsletter's page. */
export async function actOnNewsletter(request: Request, context: RequestContext, id: string) {
  return orServiceUnavailable(request, context, async (posted) => {
    const typed = await typedFields(posted)
    const campaign = await findCampaign(context.get(servicesContext).database, id)
    // The loader finds nothing either and responds with 404.
    if (!campaign) return data<FormState>({}, { status: 404 })
    const act = ownValue(acts, typed.intent ?? '')
    if (!act) return data<FormState>({ error: admin.unknownIntent }, { status: 400 })
    const formError = await act(context, campaign, typed)
    if (formError) return data<FormState>({ values: typed, ...formError }, { status: 400 })
    return redirect(newsletterPath(id), 303)
  })
}

export const newsletterPath = (id: string) => `/admin/newsletter/${id}`

const deps = (context: RequestContext) => context.get(servicesContext)

const say = (context: RequestContext, id: string, text: string) => setFlash(context, { on: newsletterPath(id), text })

/** The checks that were not green; undefined when one of them stops the newsletter. */
async function review(context: RequestContext, campaign: Campaign) {
  const { checks } = await reviewCampaign(context, campaign)
  return canSend(checks) ? checks.filter(({ light }) => light !== 'green').map(({ name }) => name) : undefined
}

const refused: Record<'unknown' | 'no-subscribers' | 'changed-meanwhile', FormState | undefined> = {
  unknown: undefined,
  'no-subscribers': { error: words.checks.recipients.red },
  'changed-meanwhile': { error: words.send.changed },
}

const acts: Record<string, Act> = {
  async send(context, campaign, { over }) {
    // Already sent, by the first of two presses or from another tab.
    if (campaign.state !== 'draft' && campaign.state !== 'scheduled' && campaign.pausedWhy !== 'late') return
    const shown = await review(context, campaign)
    if (!shown) return { error: words.send.stopped }
    const sent = await sendCampaign(deps(context), getActor(context), { id: campaign.id, now: Date.now(), shown, over })
    if (!sent.ok) return refused[sent.reason]
  },
  async schedule(context, campaign, { at = '', over }) {
    const time = parseStartTime(at, clinicTimeZone, Date.now())
    if (!time.ok) return { fieldErrors: { at: time.error } }
    const shown = await review(context, campaign)
    if (!shown) return { error: words.send.stopped }
    const { startsAt } = time
    const scheduled = await scheduleCampaign(deps(context), getActor(context), {
      id: campaign.id,
      startsAt,
      shown,
      over,
    })
    if (!scheduled.ok) return refused[scheduled.reason]
  },
  unschedule: always(unscheduleCampaign),
  pause: always(pauseCampaign),
  resume: always(resumeCampaign),
  cancel: always(cancelCampaign),
  retry: always(retryFailedRecipients),
  async test(context, { id }) {
    await sendTestCampaign(deps(context), getActor(context), { id, recipient: getStaff(context).email })
    say(context, id, deps(context).emailsLeave ? words.test.sent : words.test.kept)
  },
  async address(context, campaign, typed) {
    const checked = checkFields(typed, addressForm)
    if (!checked.ok) return { fieldErrors: checked.errors }
    const revision = Number(typed.revision)
    const saved = await saveSection(deps(context), getActor(context), {
      section: 'address',
      facts: checked.values,
      over: Number.isSafeInteger(revision) ? revision : 0,
      now: Date.now(),
      inWords: summarizeWith('address', Date.now()),
    })
    if (!saved.ok) return { error: words.checks.addressForm.changed }
    say(context, campaign.id, words.checks.addressForm.saved)
  },
}

type Change = (services: Services, actor: Actor, id: string, now: number) => Promise<unknown>

/** An act that has no reason to refuse. */
function always(change: Change): Act {
  return async (context, { id }) => void (await change(deps(context), getActor(context), id, Date.now()))
}
