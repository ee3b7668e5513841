import type { Campaign } from '#app/domain/newsletter/campaign.ts'
import { directSource } from './arrival.ts'
import { type CountDeps, type Counted, countPeriod } from './count.server.ts'
import { leadTimes } from './lead-times.ts'
import { likelyRange } from './likely-range.ts'
import type { Period } from './period.ts'
import { hideSmall, hideSmallParts, type ShownCount } from './small-counts.ts'

/** What the page may show: small counts, and what would reveal them, are hidden. */
export type Insights = ReturnType<typeof protect>

export const readInsights = async (deps: CountDeps, period: Period) => protect(await countPeriod(deps, period))

/** Cells of the map with fewer open hours say nothing. */
const fewestOpenMs = 10 * 3_600_000
const mostNamed = 8

export function protect(counted: Counted) {
  const { held, before, outcomes, patients, products } = counted
  const total = held.reduce((sum, count) => sum + count, 0)
  const [kept, noShow] = hideSmallParts([outcomes.kept, outcomes['no-show']])
  const [first, returning, unknown] = hideSmallParts([patients.first, patients.returning, patients.unknown])
  const orders = hideSmallParts(products.map((product) => product.orders))
  const shownTotal = hideSmall(total)
  return {
    total: shownTotal,
    before: hideSmall(before),
    parts: hideSmallParts(held),
    outcomes: {
      kept,
      'no-show': noShow,
      canceled: hideSmall(outcomes.canceled),
      'canceled-late': hideSmall(outcomes['canceled-late']),
    },
    noShowRate:
      shownTotal && noShow ? { share: noShow / shownTotal, likely: likelyRange(noShow, shownTotal) } : undefined,
    fill: counted.fill.map(({ weekday, hour, openMs, takenMs, appointments }) => ({
      weekday,
      hour,
      /** Undefined: hidden. */
      share: openMs < fewestOpenMs || hideSmall(appointments) === undefined ? undefined : Math.min(1, takenMs / openMs),
    })),
    lead: named(
      leadTimes.map(({ name }) => name),
      hideSmallParts(counted.lead),
    ),
    patients: { first, returning, unknown },
    products: products
      .map(({ productId, name, cents }, index) => ({
        productId,
        name,
        orders: orders[index],
        cents: orders[index] === undefined ? undefined : cents,
      }))
      .sort((a, b) => (b.cents ?? -1) - (a.cents ?? -1)),
    revenue: orders.some((count) => count !== undefined)
      ? products.reduce((sum, { cents }) => sum + cents, 0)
      : undefined,
    sources: largestNamed(counted.sources, directSource),
    campaigns: largestNamed(counted.campaigns),
    searches: counted.searches
      .filter(({ name, count }) => name !== '' && hideSmall(count) !== undefined)
      .slice(0, mostNamed),
    newsletters: counted.newsletters.map(toNewsletter),
    failedEmails: counted.failedEmails
      .map(({ kind, count }) => ({ kind, count: hideSmall(count) }))
      .sort((a, b) => (b.count ?? 0) - (a.count ?? 0)),
  }
}

const named = <Name>(names: readonly Name[], counts: readonly ShownCount[]) =>
  names.map((name, index) => ({ name, count: counts[index] }))

/** The largest by name, and the others together: a small one's name alone may tell who it was. */
function largestNamed(counts: readonly { name: string; count: number }[], always?: string) {
  const isNamed = ({ name, count }: { name: string; count: number }) => name !== '' && hideSmall(count) !== undefined
  const candidates = counts.filter(isNamed)
  const direct = candidates.filter(({ name }) => name === always)
  const shown = [...direct, ...candidates.filter(({ name }) => name !== always)].slice(0, mostNamed)
  const other = counts.filter((row) => !shown.includes(row)).reduce((sum, { count }) => sum + count, 0)
  return { named: shown.sort((a, b) => b.count - a.count), other: hideSmall(other) }
}

/** Without the number of recipients, which would tell a hidden count of failures. */
const toNewsletter = ({ id, subject, url, startedAt, counts }: Campaign) => ({
  id,
  title: subject ?? url,
  startedAt: startedAt ?? 0,
  delivered: hideSmall(counts.sent),
  stored: hideSmall(counts.kept),
  failed: hideSmall(counts.failed),
})
