import '#app/ui/styles/today.css'
import { suggestsSecondFactor } from '#app/domain/accounts/second-factor-card.server.ts'
import { type ClinicFacts, clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { clinicDate, clinicMoment, formatDay } from '#app/domain/shared/clinic-time.ts'
import { describeSiteHealth } from '#app/domain/today/site-health.ts'
import { readToday } from '#app/domain/today/today.server.ts'
import { isHealthy, type TodaySection } from '#app/domain/today/today.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { servicesContext } from '#app/http/context.ts'
import { loadOr503, tryLoad } from '#app/http/load.ts'
import { useSite } from '#app/http/site.ts'
import { usePoll } from '#app/http/use-poll.ts'
import { getSignedIn } from '#app/http/viewer.server.ts'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { todayPage as words } from '#content/pages/admin-day.ts'
import type { Route } from './+types/today.ts'
import { getDayView } from './day-view.server.ts'
import { ComingUp } from './coming-up.tsx'
import { DayLanes } from './day-lanes.tsx'
import { NeedsYou } from './needs-you.tsx'
import { NowAndNext } from './now-and-next.tsx'
import { SecondFactorCard } from './second-factor-card.tsx'
import { toTodoSections } from './to-do-view.server.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const now = Date.now()
  const services = context.get(servicesContext)
  const [{ sections, health }, day] = await loadOr503(context, () =>
    Promise.all([readToday(services, now), getDayView(services, now)]),
  )
  const asksForFactor = await tryLoad(context, () => shouldAskForSecondFactor(request, context))
  const date = clinicDate(now, clinicTimeZone)
  const when = (at: number) => clinicMoment(at, clinicTimeZone, now)
  return {
    date: formatDay(date, date),
    hour: new Date(now).toLocaleString('en-US', { hour: 'numeric', hourCycle: 'h23', timeZone: clinicTimeZone }),
    asksForFactor,
    day,
    waiting: { orders: countOf(sections, 'orders'), messages: countOf(sections, 'messages') },
    sections: toTodoSections(sections, when, now),
    closed: listClosed(services.clinic.facts(now), date),
    /** How the parts are that work by themselves. */
    health: describeSiteHealth(health, when),
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

async function shouldAskForSecondFactor(request: Request, context: Route.LoaderArgs['context']) {
  const who = await getSignedIn(request, context)
  return !who?.hasSecondFactor && (await suggestsSecondFactor(context.get(servicesContext).database, Date.now()))
}

export default function Today({ loaderData }: Route.ComponentProps) {
  const view = usePoll(loaderData, { path: '/admin?index' })
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
      {view.asksForFactor && <SecondFactorCard />}
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
      <ul className="numline num">
        {shown.map((key) => (
          <li key={key}>
            <b>{numbers[key]}</b> {words.numbers[key](numbers[key])}
          </li>
        ))}
      </ul>
    )
  )
}
