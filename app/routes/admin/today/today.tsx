import '#app/ui/styles/today.css'
import { redirect } from 'react-router'
import { type ClinicFacts, clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { clinicDate, clinicMoment, formatDay } from '#app/domain/shared/clinic-time.ts'
import { confirmSection } from '#app/domain/clinic/confirm-section.server.ts'
import { bringSetupBack, listPutOffCards, postponeSecondFactor, putSetupAway } from '#app/domain/today/cards.server.ts'
import { describeSiteHealth } from '#app/domain/today/site-health.ts'
import { readToday } from '#app/domain/today/today.server.ts'
import { isHealthy, type TodaySection } from '#app/domain/today/today.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { getActor, getStaff } from '#app/http/admin.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { redirectDone } from '#app/http/done.ts'
import { loadOr503, tryLoad } from '#app/http/load.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { mayOpen, mayPost } from '#app/http/rights.server.ts'
import { useSite } from '#app/http/site.ts'
import { submitIntent } from '#app/http/submit.server.ts'
import { usePoll } from '#app/http/use-poll.ts'
import { findConfirmation } from '#app/domain/accounts/confirmation.server.ts'
import { getSignedIn } from '#app/http/viewer.server.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { todayPage as words } from './words.ts'
import { secondFactorCard, setup } from './setup-words.ts'
import type { Route } from './+types/today.ts'
import { getDayView } from './day-view.server.ts'
import { ComingUp } from './coming-up.tsx'
import { DayLanes } from './day-lanes.tsx'
import { NeedsYou } from './needs-you.tsx'
import { NowAndNext } from './now-and-next.tsx'
import { SecondFactorCard } from './second-factor-card.tsx'
import { getSetupView, type SetupView } from './setup-view.server.ts'
import { Setup } from './setup.tsx'
import { toTodoSections } from './to-do-view.server.ts'
import { todayAction } from './today-action.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const now = Date.now()
  const services = context.get(servicesContext)
  const { role } = getStaff(context)
  const [{ sections, health }, day] = await loadOr503(context, () =>
    Promise.all([readToday(services, now), getDayView(services, now)]),
  )
  const suggestions = await tryLoad(context, () => getSuggestions(request, context, now))
  const date = clinicDate(now, clinicTimeZone)
  const when = (at: number) => clinicMoment(at, clinicTimeZone, now)
  return {
    date: formatDay(date, date),
    hour: new Date(now).toLocaleString('en-US', { hour: 'numeric', hourCycle: 'h23', timeZone: clinicTimeZone }),
    suggestions,
    day,
    waiting: { orders: countOf(sections, 'orders'), messages: countOf(sections, 'messages') },
    sections: toTodoSections(services.content, sections, when, now).filter(({ needs }) => mayOpen(role, needs)),
    closed: listClosed(services.clinic.facts(now), date),
    /** How the parts are that work by themselves. */
    health: mayOpen(role, '/admin/system') ? describeSiteHealth(health, when) : undefined,
    isWell: isHealthy(health),
  }
}

const countOf = (sections: TodaySection[], kind: TodaySection['kind']) =>
  sections.find((section) => section.kind === kind)?.count ?? 0

/** The next closed days of a month, the soonest first. */
function listClosed({ closures, holidays }: ClinicFacts, today: Temporal.PlainDate) {
  const last = today.add({ months: 1 }).toString()
  return [
    ...closures.map(({ firstDay, text, reason }) => ({ first: firstDay, day: text, text: words.closed(reason) })),
    ...holidays.map(({ day, name }) => ({
      first: day,
      day: formatDay(Temporal.PlainDate.from(day), today),
      text: words.closed(name),
    })),
  ]
    .filter(({ first }) => first <= last)
    .toSorted((one, other) => one.first.localeCompare(other.first))
    .slice(0, 3)
    .map(({ day, text }) => ({ day, text }))
}

/** The checklist of a new clinic, which has a step for two-factor authentication, or the card that asks for it. */
async function getSuggestions(
  request: Request,
  context: Route.LoaderArgs['context'],
  now: number,
): Promise<{ setup?: SetupView; secondFactor?: typeof secondFactorCard }> {
  const services = context.get(servicesContext)
  const who = await getSignedIn(request, context)
  const hasSecondFactor =
    who !== undefined && (who.hasSecondFactor || (await findConfirmation(services, who)).by === 'passkey')
  const putOff = await listPutOffCards(services.database, now)
  const maySetUp = mayPost(getStaff(context).role, '/admin', 'put-away')
  if (maySetUp && !putOff.has('setup')) return { setup: await getSetupView(services, { hasSecondFactor, now }) }
  return hasSecondFactor || putOff.has('second-factor') ? {} : { secondFactor: secondFactorCard }
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext)
  const actor = getActor(context)
  const typed = await typedFields(request)
  const confirm = async (section: 'hours' | 'holidays') => {
    await confirmSection(services, actor, { section, now: Date.now() })
    return redirectDone(context, typed, { record: '/admin', text: setup.confirmed[section] })
  }
  return submitIntent(context, typed, {
    hours: () => confirm('hours'),
    holidays: () => confirm('holidays'),
    async 'put-away'() {
      await putSetupAway(services, actor)
      return redirectDone(context, typed, {
        record: '/admin',
        text: setup.putAway.done,
        undo: { intent: 'bring-back' },
        undoPath: '/admin?index',
      })
    },
    async 'bring-back'() {
      await bringSetupBack(services, actor)
      return redirectDone(context, typed, { record: '/admin', text: setup.broughtBack })
    },
    async 'factor-later'() {
      await postponeSecondFactor(services, actor, Date.now())
      return redirect('/admin', 303)
    },
  })
}

export default function Today({ loaderData, actionData }: Route.ComponentProps) {
  const view = usePoll(loaderData, { path: todayAction })
  const { day, sections } = view
  const name = useSite().viewer?.name
  const waiting = sections.reduce((sum, { count }) => sum + count, 0)
  return (
    <AdminPage
      title={view.date}
      documentTitle={words.title}
      above={words.greeting(Number(view.hour), name)}
      below={<Numbers {...view} />}
      aside={
        waiting > 0 && (
          <ButtonLink kind="line" small href="#needs-you">
            {words.waiting(waiting)}
          </ButtonLink>
        )
      }
    >
      {actionData && <FormOutcome form={actionData.form} />}
      {view.suggestions?.setup && <Setup {...view.suggestions.setup} isDayEmpty={day.counts.appointments === 0} />}
      {view.suggestions?.secondFactor && <SecondFactorCard words={view.suggestions.secondFactor} />}
      <div className="today">
        {day.lanes && <DayLanes lanes={day.lanes} />}
        <NowAndNext {...day} isDayEmpty={day.counts.appointments === 0} />
        <div className="today-side">
          <NeedsYou sections={sections} />
          <ComingUp {...view} />
        </div>
      </div>
    </AdminPage>
  )
}

/** The day in numbers; those that are zero are left out. */
function Numbers({ day, waiting }: Route.ComponentProps['loaderData']) {
  const numbers = { ...day.counts, ...waiting }
  const shown = (Object.keys(numbers) as (keyof typeof numbers)[]).filter((key) => numbers[key] > 0)
  return (
    shown.length > 0 && (
      <ul className="row numline num">
        {shown.map((key) => (
          <li key={key}>
            <b>{numbers[key]}</b> {words.numbers[key](numbers[key])}
          </li>
        ))}
      </ul>
    )
  )
}
