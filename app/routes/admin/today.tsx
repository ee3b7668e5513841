import { Link } from 'react-router'
import { suggestsSecondFactor } from '#app/domain/accounts/second-factor-card.server.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { clinicDate, clinicMoment, formatDay } from '#app/domain/shared/clinic-time.ts'
import { describeSiteHealth } from '#app/domain/today/site-health.ts'
import { listToDo } from '#app/domain/today/to-do.ts'
import { readToday } from '#app/domain/today/today.server.ts'
import { isHealthy, type TodaySection } from '#app/domain/today/today.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { servicesContext } from '#app/http/context.ts'
import { loadOr503, tryLoad } from '#app/http/load.ts'
import { usePoll } from '#app/http/use-poll.ts'
import { getSignedIn } from '#app/http/viewer.server.ts'
import { PhoneLink } from '#app/ui/admin/phone-link.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { Button, ButtonLink } from '#app/ui/primitives/button.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { secondFactorCard } from '#content/pages/admin-security.ts'
import { todayPage as words, toDo } from '#content/pages/admin-today.ts'
import { postAnchor } from './posts-view.ts'
import type { Route } from './+types/today.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const now = Date.now()
  const { sections, health } = await loadOr503(context, () => readToday(context.get(servicesContext), now))
  const asksForFactor = await tryLoad(context, () => shouldAskForSecondFactor(request, context))
  const date = clinicDate(now, clinicTimeZone)
  const when = (at: number) => clinicMoment(at, clinicTimeZone, now)
  return {
    date: formatDay(date, date),
    asksForFactor,
    sections: sections.map((section) => ({
      kind: section.kind,
      count: section.count,
      href: pages[section.kind].all,
      items: listToDo(section, { inFull: true }).map(({ key, at, text, phone }) => ({
        key,
        text,
        when: when(at),
        href: pages[section.kind].one?.(key) ?? pages[section.kind].all,
        phone,
      })),
    })),
    /** How the parts are that work by themselves. */
    health: describeSiteHealth(health, when),
    isWell: isHealthy(health),
  }
}

async function shouldAskForSecondFactor(request: Request, context: Route.LoaderArgs['context']) {
  const who = await getSignedIn(request, context)
  return !who?.hasSecondFactor && (await suggestsSecondFactor(context.get(servicesContext).database, Date.now()))
}

const appointmentPath = (id: string) => `/admin/appointments/${id}`

/** The page of everything in a section, and of one thing. */
const pages: Record<TodaySection['kind'], { all: string; one?: (key: string) => string }> = {
  appointments: { all: '/admin/appointments', one: appointmentPath },
  requests: { all: '/admin/appointments', one: appointmentPath },
  outcomes: { all: '/admin/appointments', one: appointmentPath },
  erasures: { all: '/admin', one: appointmentPath },
  missed: { all: '/admin/newsletter', one: (id) => `/admin/newsletter/${id}` },
  undelivered: { all: '/admin/mail?list=failed', one: (id) => `/admin/mail/${id}` },
  orders: { all: '/admin/orders?state=new', one: (number) => `/admin/orders/${number}` },
  messages: { all: '/admin/messages', one: (id) => `/admin/messages/${id}` },
  posts: { all: '/admin/posts', one: (address) => `/admin/posts#${postAnchor(address)}` },
  'sign-ins': { all: '/admin/security' },
  audit: { all: '/admin/audit' },
  // Backups are fixed outside the dashboard.
  backup: { all: '/admin' },
}

export default function Today({ loaderData }: Route.ComponentProps) {
  const { date, sections, health, isWell, asksForFactor } = usePoll(loaderData, { path: '/admin?index' })
  return (
    <AdminPage title={words.title} aside={<p className="hint">{date}</p>}>
      {asksForFactor && (
        <div className="screen">
          <SecondFactorCard />
        </div>
      )}
      <div className="stack today">
        {sections.length === 0 && <p className="lead">{words.nothing}</p>}
        {sections.map((section) => (
          <Section key={section.kind} {...section} />
        ))}
        <Note kind={isWell ? 'info' : 'warn'}>{health}</Note>
      </div>
    </AdminPage>
  )
}

function Section({ kind, count, href, items }: Route.ComponentProps['loaderData']['sections'][number]) {
  const more = count - items.length
  return (
    <section aria-labelledby={`today-${kind}`}>
      <h2 id={`today-${kind}`}>
        {toDo[kind].heading} <span className="hint num">{count.toLocaleString('en-US')}</span>
      </h2>
      <ul className="todo">
        {items.map(({ key, text, when, href: where, phone }) => (
          <li key={key}>
            <Link className="leads" to={where}>
              {/* The time comes first, since staff read a day by its times. */}
              {kind === 'appointments' ? `${when} ${text}` : text}
            </Link>
            {phone && <PhoneLink phone={phone} />}
            {kind !== 'appointments' && <span className="hint num">{when}</span>}
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p>
          <Link to={href}>{toDo.more(more)}</Link>
        </p>
      )}
    </section>
  )
}

function SecondFactorCard() {
  return (
    <section className="note note-info ask-factor" aria-labelledby="ask-second-factor">
      <div>
        <h2 id="ask-second-factor">{secondFactorCard.heading}</h2>
        <p>{secondFactorCard.text}</p>
        <ActionForm action="/admin/security/later" className="row">
          <ButtonLink small to="/admin/security">
            {secondFactorCard.start}
          </ButtonLink>{' '}
          <Button kind="line" small>
            {secondFactorCard.later}
          </Button>
        </ActionForm>
      </div>
    </section>
  )
}
