import { fromSunday, weekdays } from '#app/domain/clinic/clinic.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { weekdayName } from '#app/domain/clinic/opening-hours.ts'
import { directSource } from '#app/domain/insights/arrival.ts'
import type { Insights } from '#app/domain/insights/insights.server.ts'
import type { Period } from '#app/domain/insights/period.ts'
import type { ShownCount } from '#app/domain/insights/small-counts.ts'
import { clinicDate, formatClock } from '#app/domain/shared/clinic-time.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import { emailTitle } from '#app/ui/admin/email-title.ts'
import { insightsPage as words } from './words.ts'
import { formatCount, toBarChart, toTimeBars } from './charts.server.ts'

/** Everything the page shows, in words and positions. */
export const toInsightsView = (insights: Insights, period: Period) => ({
  lead: words.lead(longDay(period.firstDay, period.lastDay)),
  summary: toSummary(insights, period),
  bookings: toBookings(insights, period),
  outcomes: toOutcomes(insights),
  fill: toFill(insights),
  patients: toPatients(insights),
  leadTimes: toLeadTimes(insights),
  revenue: toRevenue(insights),
  sources: toSources(insights),
  campaigns: toBarChart(
    [
      ...insights.campaigns.named,
      ...(insights.campaigns.other === 0 ? [] : [{ name: words.campaigns.other, count: insights.campaigns.other }]),
    ],
    words.campaigns.columns,
  ),
  searches: toBarChart(insights.searches, words.searches.columns),
  newsletters: toNewsletters(insights, period),
  failedEmails: toBarChart(
    insights.failedEmails.map(({ kind, count }) => ({ name: emailTitle(kind), count })),
    words.failedEmails.columns,
  ),
})

const longDay = (day: Temporal.PlainDate, today: Temporal.PlainDate) =>
  day.toLocaleString('en-US', {
    month: 'long',
    day: 'numeric',
    ...(day.year !== today.year && { year: 'numeric' }),
  })

const formatShare = (share: number) => `${(share * 100).toFixed(share < 0.1 ? 1 : 0)}%`

function toSummary({ total, before, patients, noShowRate, revenue }: Insights, { name }: Period) {
  const { summary } = words
  const facts: { value: string; text: string }[] = []
  if (total) {
    const change = before === undefined ? undefined : total - before
    const compared =
      change === undefined
        ? undefined
        : change === 0
          ? summary.same(name)
          : change > 0
            ? summary.more(change, name)
            : summary.fewer(-change, name)
    facts.push({ value: formatCount(total), text: [summary.appointments, compared].filter(Boolean).join(', ') })
    if (patients.first !== undefined) facts.push({ value: formatShare(patients.first / total), text: summary.first })
  }
  if (noShowRate) facts.push({ value: formatShare(noShowRate.share), text: summary.noShows })
  if (revenue !== undefined && revenue > 0) facts.push({ value: formatCents(revenue), text: summary.revenue })
  return facts
}

function toBookings({ parts, total }: Insights, { unit, parts: intervals, lastDay }: Period) {
  const days = intervals.map(({ from }) => clinicDate(from, clinicTimeZone))
  const month = (day: Temporal.PlainDate) => day.toLocaleString('en-US', { month: 'short' })
  const nameOf = (day: Temporal.PlainDate) =>
    unit === 'week' ? longDay(day, lastDay) : day.toLocaleString('en-US', { month: 'long', year: 'numeric' })
  const bars = days.map((day, index) => {
    const before = days[index - 1]
    const isNew = before === undefined || (unit === 'week' ? before.month !== day.month : before.year !== day.year)
    const label: [string, string] =
      unit === 'week' ? [`${day.day}`, isNew ? month(day) : ''] : [month(day), isNew ? `${day.year}` : '']
    const name =
      index === days.length - 1 ? `${nameOf(day)} (${words.bookings.soFar[unit].toLowerCase()})` : nameOf(day)
    return { name, label, count: parts[index] }
  })
  const most = Math.max(...parts.map((count) => count ?? 0))
  const busiest = days[parts.indexOf(most)]
  return {
    unit,
    bars: toTimeBars(bars),
    columns: words.bookings.columns[unit],
    finding: most > 0 && busiest ? words.bookings.most[unit](nameOf(busiest), formatCount(most)) : undefined,
    isEmpty: total === 0,
  }
}

function toOutcomes({ outcomes, noShowRate, total }: Insights) {
  const names = Object.entries(words.outcomes.names) as [keyof typeof outcomes, string][]
  return {
    ...toBarChart(
      names.map(([key, name]) => ({ name, count: outcomes[key] })),
      words.outcomes.columns,
    ),
    rate: noShowRate && {
      share: formatShare(noShowRate.share),
      of: words.outcomes.of(formatCount(outcomes['no-show']), formatCount(total)),
      likely: words.outcomes.likely(formatShare(noShowRate.likely.from), formatShare(noShowRate.likely.to)),
    },
    finding: outcomes['no-show'] === 0 ? words.outcomes.noNoShow : words.outcomes.tooFew,
    isEmpty: Object.values(outcomes).every((count) => count === 0),
  }
}

/** Lower bounds of the colors, by `words.fill.steps`. */
const steps = [0, 0.35, 0.55, 0.7, 0.85]

function toFill({ fill }: Insights) {
  const days = fromSunday(weekdays)
    .map((day) => ({ number: weekdays.indexOf(day) + 1, name: weekdayName(day) }))
    .filter(({ number }) => fill.some(({ weekday }) => weekday === number))
  const hours = [...new Set(fill.map(({ hour }) => hour))].sort((a, b) => a - b)
  const clock = (hour: number) => formatClock(`${String(hour).padStart(2, '0')}:00`)
  const known = fill.flatMap(({ share, ...cell }) => (share === undefined ? [] : [{ ...cell, share }]))
  const inWords = ({ weekday, hour }: { weekday: number; hour: number }) =>
    words.fill.at(weekdayName(weekdays[weekday - 1]!), clock(hour))
  const bySize = known.toSorted((a, b) => b.share - a.share)
  const [fullest, emptiest] = [bySize[0], bySize.at(-1)]
  return {
    days: days.map(({ name }) => name),
    hours: hours.map((hour) => ({
      name: clock(hour),
      cells: days.map(({ number }) => {
        const cell = fill.find(({ weekday, hour: other }) => weekday === number && hour === other)
        return cell && { text: shareText(cell.share), step: stepOf(cell.share) }
      }),
    })),
    finding:
      fullest && emptiest && fullest.share > emptiest.share
        ? `${words.fill.most(inWords(fullest))} ${words.fill.least(inWords(emptiest))}`
        : undefined,
  }
}

const shareText = (share: number | undefined) => (share === undefined ? words.fill.few : `${Math.round(share * 100)}%`)

/** From 1; 0: hidden. */
const stepOf = (share: number | undefined) =>
  share === undefined ? 0 : steps.findLastIndex((from) => Math.round(share * 100) >= from * 100) + 1

function toPatients({ patients, total }: Insights) {
  const names = Object.entries(words.patients.names) as [keyof typeof patients, string][]
  return {
    ...toBarChart(
      names
        .filter(([key]) => key !== 'unknown' || patients[key] !== 0)
        .map(([key, name]) => ({ name, count: patients[key] })),
      words.patients.columns,
    ),
    finding:
      patients.first !== undefined && total ? words.patients.finding(formatShare(patients.first / total)) : undefined,
    isEmpty: total === 0,
  }
}

function toLeadTimes({ lead, total }: Insights) {
  const rows = lead.map(({ name, count }) => ({ name: words.leadTimes.names[name], count }))
  const most = largest(rows)
  return {
    ...toBarChart(rows, words.leadTimes.columns),
    finding: most && words.leadTimes.finding(most.name.toLowerCase()),
    isEmpty: total === 0,
  }
}

function toRevenue({ products, revenue }: Insights) {
  const rows = products.map(({ name, orders, cents }) => ({
    name,
    count: orders,
    amount: cents,
    values: [
      cents === undefined ? words.hidden : formatCents(cents),
      orders === undefined ? words.hidden : words.revenue.orders(orders),
    ],
  }))
  const [best] = rows
  return {
    ...toBarChart(rows, words.revenue.columns),
    finding: best && revenue ? words.revenue.finding(formatCents(revenue), best.name) : undefined,
  }
}

function toSources({ sources: { named, other } }: Insights) {
  const rows = [
    ...named.map(({ name, count }) => ({ name: name === directSource ? words.sources.direct : name, count })),
    ...(other === 0 ? [] : [{ name: words.sources.other, count: other }]),
  ]
  const site = named.find(({ name }) => name !== directSource)
  return {
    ...toBarChart(rows, words.sources.columns),
    finding: site && words.sources.finding(site.name, formatCount(site.count)),
  }
}

const toNewsletters = ({ newsletters }: Insights, { lastDay }: Period) =>
  toBarChart(
    newsletters.map(({ id, title, startedAt, delivered, stored, failed }) => {
      // Without email, newsletters are only stored.
      const count = delivered === 0 ? stored : delivered
      return {
        name: `${title} (${longDay(clinicDate(startedAt, clinicTimeZone), lastDay)})`,
        href: `/admin/newsletter/${id}`,
        count,
        values: [formatCount(count), words.newsletters.failed(failed)],
      }
    }),
    words.newsletters.columns,
  )

const largest = <Row extends { count: ShownCount }>(rows: readonly Row[]) =>
  rows.reduce<Row | undefined>((most, row) => ((row.count ?? 0) > (most?.count ?? 0) ? row : most), undefined)
