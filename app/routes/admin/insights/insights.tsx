import type { ComponentProps } from 'react'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { readInsights } from '#app/domain/insights/insights.server.ts'
import { type PeriodName, periodNames, toPeriod, toPeriodName } from '#app/domain/insights/period.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { servicesContext } from '#app/http/context.ts'
import { loadOr503 } from '#app/http/load.ts'
import { FilterLinks } from '#app/ui/admin/filter-links.tsx'
import { insightsPage as words } from './words.ts'
import type { Route } from './+types/insights.ts'
import { BarRows, BarSample, Stripes, TimeBars } from './bars.tsx'
import type { BarChart, BarRow } from './charts.server.ts'
import { ChartSection } from './chart-section.tsx'
import { FillMap } from './fill-map.tsx'
import { toInsightsView } from './insights-view.server.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const name = toPeriodName(new URL(request.url).searchParams.get('period'))
  const period = toPeriod(name, Date.now(), clinicTimeZone)
  const insights = await loadOr503(context, () => readInsights(context.get(servicesContext), period))
  return { period: name, ...toInsightsView(insights, period) }
}

export default function Insights({ loaderData: view }: Route.ComponentProps) {
  return (
    <AdminPage title={words.title} aside={<Periods current={view.period} />}>
      <p className="muted">{view.lead}</p>
      <Stripes />
      {view.summary.length > 0 && (
        <ul className="panel sums">
          {view.summary.map(({ value, text }) => (
            <li key={text}>
              <b>{value}</b> {text}
            </li>
          ))}
        </ul>
      )}
      <div className="charts">
        <Bookings {...view.bookings} />
        <Outcomes {...view.outcomes} />
        <ChartSection words={words.fill} isEmpty={view.fill.days.length === 0} finding={view.fill.finding}>
          <FillMap {...view.fill} />
        </ChartSection>
        <div className="charts-beside">
          <RowsSection words={words.patients} chart={view.patients} />
          <RowsSection words={words.leadTimes} chart={view.leadTimes} />
        </div>
        <RowsSection words={words.revenue} chart={view.revenue} />
        <RowsSection words={words.searches} chart={view.searches} />
        <RowsSection words={words.sources} chart={view.sources} />
        <RowsSection words={words.campaigns} chart={view.campaigns} />
        <RowsSection words={words.newsletters} chart={view.newsletters} />
        <RowsSection words={words.failedEmails} chart={view.failedEmails} />
      </div>
      <p className="hint">{words.rules}</p>
    </AdminPage>
  )
}

const Periods = ({ current }: { current: PeriodName }) => (
  <FilterLinks
    label={words.period}
    filters={periodNames.map((name) => ({
      text: words.periods[name],
      href: `/admin/insights?period=${name}`,
      current: name === current,
    }))}
  />
)

type View = Route.ComponentProps['loaderData']

function Bookings({ unit, bars, columns, finding, isEmpty }: View['bookings']) {
  const table = { columns, rows: bars.map(({ name, count }) => [name, count]) }
  return (
    <ChartSection
      words={{ ...words.bookings, title: words.bookings.titles[unit] }}
      isEmpty={isEmpty}
      finding={finding}
      table={table}
    >
      <TimeBars bars={bars} />
      <ul className="legend" aria-hidden="true">
        <li>
          <BarSample striped={false} /> {words.bookings.full[unit]}
        </li>
        <li>
          <BarSample striped /> {words.bookings.few}
        </li>
      </ul>
    </ChartSection>
  )
}

function Outcomes({ rows, columns, rate, finding, isEmpty }: View['outcomes']) {
  return (
    <ChartSection
      words={words.outcomes}
      isEmpty={isEmpty}
      finding={rate ? undefined : finding}
      table={{ columns, rows: toTableRows(rows) }}
    >
      {rate && (
        <figcaption>
          <b className="share num">{rate.share}</b> {rate.of}
          <span className="hint">{rate.likely}</span>
        </figcaption>
      )}
      <BarRows rows={rows} />
    </ChartSection>
  )
}

type RowsSectionProps = {
  words: ComponentProps<typeof ChartSection>['words']
  chart: BarChart & { finding?: string | undefined; isEmpty?: boolean }
}

function RowsSection({ words: of, chart: { rows, columns, finding, isEmpty = rows.length === 0 } }: RowsSectionProps) {
  return (
    <ChartSection words={of} isEmpty={isEmpty} finding={finding} table={{ columns, rows: toTableRows(rows) }}>
      <BarRows rows={rows} />
    </ChartSection>
  )
}

const toTableRows = (rows: BarRow[]) => rows.map(({ name, values }) => [name, ...values])
