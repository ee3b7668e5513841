import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { suggestsSecondFactor } from '#app/domain/accounts/second-factor-card.server.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { clinicDate, clinicMoment, formatDay } from '#app/domain/shared/clinic-time.ts'
import { describeSiteHealth } from '#app/domain/today/site-health.ts'
import { readToday } from '#app/domain/today/today.server.ts'
import { isHealthy } from '#app/domain/today/today.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { servicesContext } from '#app/http/context.ts'
import { loadOr503, tryLoad } from '#app/http/load.ts'
import { getSignedIn } from '#app/http/viewer.server.ts'
import { PhoneLink } from '#app/ui/admin/phone-link.tsx'
import { SecondFactorCard } from '#app/ui/admin/second-factor-card.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { todayPage as words, toDo } from '#content/pages/admin-today.ts'
import { listOf, toItems } from './today-view.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
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
      items: toItems(section, when),
    })),
    /** How the parts are that work by themselves. */
    health: describeSiteHealth(health, when),
    isWell: isHealthy(health),
  }
}

async function shouldAskForSecondFactor(request: Request, context: LoaderFunctionArgs['context']) {
  const who = await getSignedIn(request, context)
  return !who?.hasSecondFactor && (await suggestsSecondFactor(context.get(servicesContext).database, Date.now()))
}

export default function Today() {
  const { date, sections, health, isWell, asksForFactor } = useLoaderData<typeof loader>()
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

type View = ReturnType<typeof useLoaderData<typeof loader>>

function Section({ kind, count, items }: View['sections'][number]) {
  const more = count - items.length
  return (
    <section aria-labelledby={`today-${kind}`}>
      <h2 id={`today-${kind}`}>
        {toDo[kind].heading} <span className="hint num">{count.toLocaleString('en-US')}</span>
      </h2>
      <ul className="todo">
        {items.map(({ key, text, when, href: where, phone }) => (
          <li key={key}>
            <a className="leads" href={where}>
              {text}
            </a>
            {phone && <PhoneLink phone={phone} />}
            {when && <span className="hint num">{when}</span>}
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p>
          <a href={listOf[kind]}>{toDo.more(more)}</a>
        </p>
      )}
    </section>
  )
}
