import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { suggestsSecondFactor } from '#app/domain/accounts/second-factor-card.server.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { clinicDate, formatDay } from '#app/domain/shared/clinic-time.ts'
import { readToday } from '#app/domain/today/today.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { loadOr503, tryLoad } from '#app/http/load.ts'
import { useSite } from '#app/http/site.ts'
import { getSignedIn } from '#app/http/viewer.server.ts'
import { SecondFactorCard } from '#app/ui/admin/second-factor-card.tsx'
import { AdminPage } from '#app/ui/admin/admin-page.tsx'
import { TodayPage } from '#app/ui/admin/today/today-page.tsx'
import { todayPage } from '#content/pages/admin-today.ts'
import { todayView } from './today-view.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const now = Date.now()
  const today = await loadOr503(context, () => readToday(context.get(servicesContext), now))
  const asksForFactor = await tryLoad(context, () => shouldAskForSecondFactor(request, context))
  const date = clinicDate(now, clinicTimeZone)
  return { ...todayView(today, now), date: formatDay(date, date), asksForFactor }
}

async function shouldAskForSecondFactor(request: Request, context: LoaderFunctionArgs['context']) {
  const who = await getSignedIn(request, context)
  return !who?.hasSecondFactor && (await suggestsSecondFactor(context.get(servicesContext).database, Date.now()))
}

export default function Today() {
  const { date, asksForFactor, ...view } = useLoaderData<typeof loader>()
  return (
    <AdminPage title={todayPage.title} clinic={useSite().clinic} aside={<p className="hint">{date}</p>}>
      {asksForFactor && (
        <div className="screen">
          <SecondFactorCard />
        </div>
      )}
      <TodayPage {...view} />
    </AdminPage>
  )
}
