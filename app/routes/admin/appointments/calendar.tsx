import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import { blockForm, blockStretch } from '#app/domain/booking/block-form.ts'
import { blockTime, removeBlock } from '#app/domain/booking/blocks.server.ts'
import { feedPath, feedPurpose, feedText, renewFeed } from '#app/domain/booking/clinic-feed.server.ts'
import { everything, namesOf, type Resource } from '#app/domain/booking/plan.ts'
import { clinicDate, readDay } from '#app/domain/shared/clinic-time.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { act } from '#app/http/act.server.ts'
import { adminOf } from '#app/http/admin.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { setFlash, takeFlash } from '#app/http/flash.ts'
import { checkFields, typedFields } from '#app/http/parse-form.ts'
import { readForPage } from '#app/http/read-for-page.ts'
import { useSite } from '#app/http/site.ts'
import { AdminPage } from '#app/ui/admin/admin-page.tsx'
import { CalendarPage, type VisitRow } from '#app/ui/admin/appointments/calendar-page.tsx'
import { outcomeId } from '#app/ui/forms/field-state.ts'
import { adminCalendar as words } from '#content/pages/admin-appointments.ts'
import { readCalendar, type Span, visitRow } from './calendar-view.server.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const services = context.get(servicesContext)
  const { database, clinic, booking, config, signer } = services
  const now = Date.now()
  const query = new URL(request.url).searchParams
  const span: Span = query.get('view') === 'week' ? 'week' : 'day'
  const first = readDay(query.get('day') ?? '') ?? clinicDate(now, clinic.facts(now).timeZone)
  const read = await readForPage(context, async () => ({
    calendar: await readCalendar(services, first, span, now),
    feed: await feedText(database),
  }))
  if (!read) throw data(null, { status: 503 })

  const flash = takeFlash(request, context, ['time-kept', 'time-given-back', 'feed-renewed'])
  const addressOf = (view: Span, day: Temporal.PlainDate) => `/admin/appointments?view=${view}&day=${day.toString()}`
  const step = span === 'day' ? { days: 1 } : { days: 7 }
  return {
    span,
    first: first.toString(),
    address: addressOf(span, first),
    earlier: addressOf(span, first.subtract(step)),
    later: addressOf(span, first.add(step)),
    spans: { day: addressOf('day', first), week: addressOf('week', first) },
    ...read.calendar,
    choices: everything(booking).flatMap((value) => namesOf(booking, [value]).map((name) => ({ value, name }))),
    feedUrl: `${config.publicOrigin}${feedPath(signer.sign(feedPurpose, read.feed))}.ics`,
    form: (flash ? { notice: notices[flash] } : {}) as FormState,
  }
}

const notices = {
  'time-kept': words.block.done,
  'time-given-back': words.block.removed,
  'feed-renewed': words.feed.renewed,
}

export async function action({ request, context }: ActionFunctionArgs) {
  const services = context.get(servicesContext)
  const actor = adminOf(context)
  const typed = await typedFields(request)
  const { search } = new URL(request.url)
  const back = (flash: keyof typeof notices) => {
    setFlash(context, flash)
    return redirect(`/admin/appointments${search}#${outcomeId}`, 303)
  }
  return act(context, async () => {
    if (typed.intent === 'give-back') {
      await removeBlock(services, actor, typed.block ?? '')
      return back('time-given-back')
    }
    if (typed.intent === 'renew-feed') {
      await renewFeed(services, actor)
      return back('feed-renewed')
    }
    const answer = (status: number, form: FormState, inTheWay?: VisitRow[]) =>
      data({ form: { values: typed, ...form }, ...(inTheWay && { inTheWay }) }, { status })
    const checked = checkFields(typed, blockForm)
    if (!checked.ok) return answer(400, { fieldErrors: checked.errors })
    const now = Date.now()
    const { timeZone } = services.clinic.facts(now)
    const wished = blockStretch(checked.values, timeZone, now)
    if (!wished.ok) return answer(400, { fieldErrors: wished.errors })
    const all = everything(services.booking)
    const chosen = all.filter((resource: Resource) => resource === checked.values.what)
    const blocked = await blockTime(services, actor, {
      ...wished.stretch,
      resources: chosen.length > 0 ? chosen : all,
      note: checked.values.note,
      anyway: typed.intent === 'keep-anyway',
    })
    if (blocked.ok) return back('time-kept')
    return answer(
      409,
      { error: words.block.visits },
      blocked.visits.map((visit) => visitRow(services, visit, timeZone)),
    )
  })
}

export default function Calendar() {
  const loaded = useLoaderData<typeof loader>()
  const posted = useActionData<{ form: FormState; inTheWay?: VisitRow[] }>()
  return (
    <AdminPage page={words} clinic={useSite().clinic}>
      <CalendarPage
        {...loaded}
        form={posted?.form ?? loaded.form}
        {...(posted?.inTheWay && { inTheWay: posted.inTheWay })}
      />
    </AdminPage>
  )
}
