import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import { blockForm, toBlockInterval } from '#app/domain/booking/block-form.ts'
import { blockTime, removeBlock } from '#app/domain/booking/blocks.server.ts'
import { feedPath, feedPurpose, feedLinkPayload, renewFeed } from '#app/domain/booking/clinic-feed.server.ts'
import { allResources, toResourceNames } from '#app/domain/booking/plan.ts'
import { clinicDate, formatDay, parseDay } from '#app/domain/shared/clinic-time.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { getActor } from '#app/http/admin.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { setFlash, takeFlash } from '#app/http/flash.ts'
import { checkFields, type Typed, typedFields } from '#app/http/parse-form.ts'
import { loadOr503 } from '#app/http/load.ts'
import { useSite } from '#app/http/site.ts'
import { submitIntent } from '#app/http/submit.server.ts'
import { Note } from '#app/ui/primitives/note.tsx'
import { AdminPage } from '#app/ui/admin/admin-page.tsx'
import { CalendarPage } from '#app/ui/admin/appointments/calendar-page.tsx'
import { type Span, spans, type AppointmentRow } from '#app/ui/admin/appointments/calendar-view.ts'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { outcomeId } from '#app/ui/forms/field-state.ts'
import { adminCalendar as words } from '#content/pages/admin-appointments.ts'
import { toDatedRow } from './calendar-rows.server.ts'
import { daysShown, readCalendar } from './calendar-view.server.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const services = context.get(servicesContext)
  const { database, clinic, booking, config, signer } = services
  const now = Date.now()
  const query = new URL(request.url).searchParams
  const { timeZone } = clinic.facts(now)
  const today = clinicDate(now, timeZone)
  const span = spans.find((each) => each === query.get('view')) ?? 'day'
  const day = parseDay(query.get('day') ?? '') ?? today
  const first = span === 'week' ? day.subtract({ days: day.dayOfWeek - 1 }) : day
  const read = await loadOr503(context, async () => ({
    calendar: await readCalendar(services, first, span, now),
    feed: await feedLinkPayload(database),
  }))

  const flash = takeFlash(request, context, ['time-blocked', 'time-unblocked', 'feed-renewed'])
  const toUrl = (view: Span, day: Temporal.PlainDate) => `/admin/appointments?view=${view}&day=${day.toString()}`
  const step = { days: daysShown[span] }
  return {
    span,
    title: formatTitle(first, span, today),
    first: day.toString(),
    address: toUrl(span, day),
    earlier: toUrl(span, first.subtract(step)),
    later: toUrl(span, first.add(step)),
    spans: { day: toUrl('day', day), week: toUrl('week', day), list: toUrl('list', day) },
    ...read.calendar,
    choices: allResources(booking).flatMap((value) =>
      toResourceNames(booking, [value]).map((name) => ({ value, name })),
    ),
    feedUrl: `${config.publicOrigin}${feedPath(signer.sign(feedPurpose, read.feed))}.ics`,
    form: (flash ? { notice: notices[flash] } : {}) as FormState,
  }
}

function formatTitle(first: Temporal.PlainDate, span: Span, today: Temporal.PlainDate) {
  const name = formatDay(first, today)
  return span === 'day' ? name : words.days(name, formatDay(first.add({ days: daysShown[span] - 1 }), today))
}

const notices = {
  'time-blocked': words.block.done,
  'time-unblocked': words.block.removed,
  'feed-renewed': words.feed.renewed,
}

export async function action({ request, context }: ActionFunctionArgs) {
  const services = context.get(servicesContext)
  const actor = getActor(context)
  const typed = await typedFields(request)
  const { search } = new URL(request.url)
  const back = (flash: keyof typeof notices) => {
    setFlash(context, flash)
    return redirect(`/admin/appointments${search}#${outcomeId}`, 303)
  }
  const block = async () => (await blockOut(context, typed)) ?? back('time-blocked')
  return submitIntent<Response | NonNullable<Awaited<ReturnType<typeof blockOut>>>>(context, typed, {
    async unblock() {
      await removeBlock(services, actor, typed.block ?? '')
      return back('time-unblocked')
    },
    async 'renew-feed'() {
      await renewFeed(services, actor)
      return back('feed-renewed')
    },
    block,
    'block-anyway': block,
  })
}

/** Undefined when the time is blocked; otherwise the form with its errors. */
async function blockOut(context: ActionFunctionArgs['context'], typed: Typed) {
  const services = context.get(servicesContext)
  const answer = (status: number, form: FormState, overlapping?: AppointmentRow[]) =>
    data({ form: { values: typed, ...form }, ...(overlapping && { overlapping }) }, { status })
  const checked = checkFields(typed, blockForm)
  if (!checked.ok) return answer(400, { fieldErrors: checked.errors })
  const now = Date.now()
  const { timeZone } = services.clinic.facts(now)
  const requested = toBlockInterval(checked.values, timeZone, now)
  if (!requested.ok) return answer(400, { fieldErrors: requested.errors })
  const all = allResources(services.booking)
  const { what } = checked.values
  const chosen = what === undefined ? all : all.filter((resource) => resource === what)
  // A practitioner or room was removed after the page was shown.
  if (chosen.length === 0) return answer(400, { fieldErrors: { what: words.block.badWho } })
  const blocked = await blockTime(services, getActor(context), {
    ...requested.interval,
    resources: chosen,
    note: checked.values.note,
    anyway: typed.intent === 'block-anyway',
  })
  if (blocked.ok) return undefined
  const overlapping = blocked.appointments.map((appointment) => toDatedRow(services, appointment, timeZone))
  return answer(409, { error: words.block.overlap }, overlapping)
}

export default function Calendar() {
  const loaded = useLoaderData<typeof loader>()
  const posted = useActionData<{ form: FormState; overlapping?: AppointmentRow[] }>()
  const { clinic, schedulerHost } = useSite()
  return (
    <AdminPage
      title={words.title}
      clinic={clinic}
      aside={
        <ButtonLink small href="/admin/appointments/new">
          {words.book}
        </ButtonLink>
      }
    >
      {schedulerHost && <Note kind="info">{words.hosted(schedulerHost)}</Note>}
      <CalendarPage
        {...loaded}
        form={posted?.form ?? loaded.form}
        {...(posted?.overlapping && { overlapping: posted.overlapping })}
      />
    </AdminPage>
  )
}
