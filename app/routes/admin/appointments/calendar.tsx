import '#app/ui/styles/calendar.css'
import { data, type ShouldRevalidateFunctionArgs } from 'react-router'
import { findAppointmentFor } from '#app/domain/booking/appointments.server.ts'
import {
  blockForm,
  repeatForm,
  stretchForm,
  toBlockInterval,
  toRepeat,
} from '#app/domain/booking/blocks/block-form.server.ts'
import { blockSeries, endSeries } from '#app/domain/booking/blocks/block-series.server.ts'
import { blockTime, removeBlock, stretchBlock } from '#app/domain/booking/blocks/blocks.server.ts'
import { formatShortAppointmentTime, formatWeekdayTime } from '#app/domain/booking/format-appointment.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { summarizeWaitlist } from '#app/domain/booking/waitlist/summary.server.ts'
import { resourcesWithin, toResourceNames } from '#app/domain/booking/service-needs.ts'
import { clinicDate, formatDay, weekStart } from '#app/domain/shared/clinic-time.ts'
import type { Scope } from '#app/domain/shared/scope.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { getActor } from '#app/http/admin.server.ts'
import { feedUrl, renewFeedLink } from '#app/http/calendar-feed.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { redirectDone } from '#app/http/done.ts'
import { redirectWithFlash, takeNotice } from '#app/http/flash.ts'
import { loadOr503 } from '#app/http/load.ts'
import { checkFields, type Typed, typedFields } from '#app/http/parse-form.ts'
import { isId } from '#app/http/require-id.ts'
import { useSite } from '#app/http/site.ts'
import { formError, showForm, submitIntent } from '#app/http/submit.server.ts'
import { usePoll } from '#app/http/use-poll.ts'
import type { Services } from '#app/services.server.ts'
import { type AppointmentRow, toDatedRow } from '#app/ui/admin/appointment-rows.ts'
import { Note } from '#app/ui/primitives/note.tsx'
import { adminCalendar as words } from '#content/pages/admin-appointments.ts'
import { CalendarPage } from './calendar-page.tsx'
import { CalendarTools } from './calendar-tools.tsx'
import { listFilters } from './calendar-filters.server.ts'
import { readQuery, toAddress, type View, views } from './calendar-query.server.ts'
import { daysShown, readCalendar } from './calendar-view.server.ts'
import { readOpen, toOpenAddress } from './open-appointment.ts'
import type { Route } from './+types/calendar.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const { clinic, booking } = services
  const { scope } = getActor(context)
  const now = Date.now()
  const { timeZone } = clinic.facts(now)
  const today = clinicDate(now, timeZone)
  const { search, searchParams } = new URL(request.url)
  const query = readQuery(searchParams, today, booking)
  const { view, day } = query
  const first = view === 'week' ? weekStart(day) : day
  const read = await loadOr503(context, async () => ({
    calendar: await readCalendar(services, scope, first, query, now),
    feedUrl: await feedUrl(context),
    waitlist: await summarizeWaitlist(services.database.db, scope, { most: 3, now }),
    missing: await findMissing(services, scope, readOpen(search)),
  }))
  const step = view === 'month' ? { months: 1 } : { days: daysShown[view] }
  const page = {
    view,
    title: formatTitle(first, view, today),
    /** The chosen day. */
    first: day.toString(),
    address: toAddress(query),
    earlier: toAddress(query, { day: first.subtract(step) }),
    later: toAddress(query, { day: first.add(step) }),
    today: toAddress(query, { day: today }),
    views: views.map((other) => ({
      view: other,
      text: words.views[other],
      href: toAddress(query, { view: other }),
      current: view === other,
    })),
    filters: listFilters(query, booking),
    ...read.calendar,
    /** Staff and rooms that time can be blocked for. */
    choices: resourcesWithin(scope, booking).flatMap((resource) =>
      toResourceNames(booking, [resource]).map((name) => [resource, name] as const),
    ),
    feedUrl: read.feedUrl,
    waitlist: {
      count: read.waitlist.count,
      first: read.waitlist.first.map(({ until, ...person }) => ({
        ...person,
        until: until === undefined ? undefined : formatShortAppointmentTime({ startsAt: until }, timeZone),
      })),
    },
    missing: read.missing,
    form: read.missing ? { error: words.missing } : takeNotice(request, context, '/admin/appointments'),
  }
  return data(page, { status: read.missing ? 404 : 200 })
}

/** The id of the appointment to open beside it, if there is no such appointment. */
async function findMissing({ database }: Services, scope: Scope, open: string | undefined) {
  if (!open) return undefined
  const appointment = isId(open) ? await findAppointmentFor(database.db, scope, open) : undefined
  return appointment ? undefined : open
}

function formatTitle(first: Temporal.PlainDate, view: View, today: Temporal.PlainDate) {
  if (view === 'month') return first.toLocaleString('en-US', { month: 'long', year: 'numeric' })
  if (view === 'day') return formatDay(first, today)
  const [from, until] = [first, first.add({ days: daysShown[view] - 1 })].map((date) =>
    date.toLocaleString('en-US', { month: 'long', day: 'numeric' }),
  )
  return words.days(from!, until!)
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext)
  const actor = getActor(context)
  const typed = await typedFields(request)
  const { search } = new URL(request.url)
  const back = (text: string) => redirectWithFlash(context, `/admin/appointments${search}`, { text })
  const block = async () => (await blockOut(context, typed)) ?? back(words.block.done)
  return submitIntent(context, typed, {
    async unblock() {
      await removeBlock(services, actor, { id: typed.block ?? '', now: Date.now() })
      return back(words.block.removed)
    },
    async 'end-series'() {
      await endSeries(services, actor, { id: typed.block ?? '', now: Date.now() })
      return back(words.block.repeat.ended)
    },
    async 'renew-feed'() {
      await renewFeedLink(context)
      return back(words.feed.renewed)
    },
    block,
    'block-anyway': block,
    stretch: () => stretch(context, typed),
  })
}

/** Of the calendar, and of Undo. */
async function stretch(context: Route.ActionArgs['context'], typed: Typed) {
  const checked = checkFields(typed, stretchForm)
  if (!checked.ok) return formError(400, words.block.order)
  const { block: id, from, until, wasFrom, wasUntil } = checked.values
  const now = Date.now()
  if (until <= now) return formError(400, words.block.past)
  const was = { from: wasFrom, until: wasUntil }
  const stretched = await stretchBlock(context.get(servicesContext), getActor(context), { id, was, from, until, now })
  if (!stretched.ok)
    return formError(409, stretched.reason === 'overlap' ? words.block.overlapping : words.block.changedMeanwhile)
  const toMoment = (at: number) => formatWeekdayTime({ startsAt: at }, clinicTimeZone)
  return redirectDone(context, typed, {
    record: '/admin/appointments',
    text: words.block.changed(`${toMoment(from)} to ${toMoment(until)}`),
    undo: { intent: 'stretch', block: id, from: wasFrom, until: wasUntil, wasFrom: from, wasUntil: until },
  })
}

/** Undefined when the time is blocked; otherwise the form with its errors. */
async function blockOut(context: Route.ActionArgs['context'], typed: Typed) {
  const services = context.get(servicesContext)
  const checked = checkFields(typed, blockForm.extend(repeatForm.shape))
  if (!checked.ok) return showForm(typed, 400, { fieldErrors: checked.errors })
  const now = Date.now()
  const { timeZone } = services.clinic.facts(now)
  const requested = toBlockInterval(checked.values, timeZone, now)
  if (!requested.ok) return showForm(typed, 400, { fieldErrors: requested.errors })
  const all = resourcesWithin(getActor(context).scope, services.booking)
  const { what } = checked.values
  const chosen = what === undefined ? all : all.filter((resource) => resource === what)
  // A practitioner or room was removed after the page was shown.
  if (chosen.length === 0) return showForm(typed, 400, { fieldErrors: { what: words.block.badWho } })
  const repeated = toRepeat(checked.values, typed)
  if (!repeated.ok) return showForm(typed, 400, { fieldErrors: repeated.errors })
  const { fromTime, untilTime, note } = checked.values
  const block = { resources: chosen, note, anyway: typed.intent === 'block-anyway' }
  const blocked = repeated.repeat
    ? await blockSeries(services, getActor(context), { ...block, repeat: repeated.repeat, fromTime, untilTime, now })
    : await blockTime(services, getActor(context), { ...block, ...requested.interval, now })
  if (blocked.ok) return undefined
  if (blocked.reason === 'no-day')
    return showForm(typed, 400, { fieldErrors: { repeatUntil: words.block.repeat.noDay } })
  const overlapping = blocked.appointments.map((appointment) => toDatedRow(services, appointment, timeZone, now))
  const form: FormState = { values: typed, error: words.block.overlap }
  return data({ form, overlapping }, { status: 409 })
}

/** Which appointment is open beside the calendar changes nothing in it. */
export const shouldRevalidate = ({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) =>
  defaultShouldRevalidate &&
  (formMethod !== undefined ||
    currentUrl.search === nextUrl.search ||
    toOpenAddress(currentUrl, undefined) !== toOpenAddress(nextUrl, undefined))

export type CalendarView = Route.ComponentProps['loaderData']

export default function Calendar({ loaderData, actionData }: Route.ComponentProps) {
  // Without the notice, which only the loaded page has.
  const view = { ...usePoll(loaderData), form: loaderData.form }
  const { form = view.form, overlapping }: { form?: FormState; overlapping?: AppointmentRow[] } = actionData ?? {}
  const { schedulerHost } = useSite()
  return (
    <AdminPage title={view.title} documentTitle={words.title} aside={<CalendarTools {...view} />}>
      {schedulerHost && <Note kind="info">{words.hosted(schedulerHost)}</Note>}
      <CalendarPage {...view} form={form} overlapping={overlapping} />
    </AdminPage>
  )
}
