import type { ShownCount } from '#app/domain/insights/small-counts.ts'
import { isFew } from '#app/domain/insights/small-counts.ts'
import { insightsPage as words } from './words.ts'

// Numbers and words become positions here, so that the browser draws plain values. Positions are in percent: the text
// keeps its size when a chart becomes narrow.

export type BarRow = {
  name: string
  href?: string
  /** The first one stands beside the bar, the others after it; all of them are in the table. */
  values: string[]
  /** 0 to 100; undefined: hidden. */
  width: number | undefined
  few: boolean
}

export type BarChart = { rows: BarRow[]; columns: string[] }

type RowInput = { name: string; href?: string; count: ShownCount; amount?: number | undefined; values?: string[] }

export const formatCount = (count: ShownCount) => count?.toLocaleString('en-US') ?? words.hidden

/** Bars from zero. `amount` is their length, where that is not the count. */
export function toBarChart(rows: RowInput[], columns: string[]): BarChart {
  const lengthOf = ({ amount, count }: RowInput) => amount ?? count
  const longest = Math.max(...rows.map((row) => lengthOf(row) ?? 0), 1)
  return {
    columns,
    rows: rows.map((row) => {
      const length = lengthOf(row)
      return {
        name: row.name,
        ...(row.href && { href: row.href }),
        values: row.values ?? [formatCount(row.count)],
        width: length === undefined ? undefined : toTenth((length / longest) * 100),
        few: isFew(row.count),
      }
    }),
  }
}

export type TimeBar = {
  /** Of the table. */
  name: string
  /** Below the bar, on two lines. */
  label: [string, string]
  value: string
  count: string
  x: number
  width: number
  /** Undefined: hidden. */
  height: number | undefined
  striped: boolean
}

type TimeInput = { name: string; label: [string, string]; count: ShownCount }

const shareOfStep = 0.86
const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })

/** One bar after the other, the last one still running. */
export function toTimeBars(bars: TimeInput[]): TimeBar[] {
  const highest = Math.max(...bars.map(({ count }) => count ?? 0), 1)
  const step = 100 / bars.length
  return bars.map(({ name, label, count }, index) => ({
    name,
    label,
    value: count === undefined ? words.hiddenMark : compact.format(count),
    count: formatCount(count),
    x: toTenth(step * (index + (1 - shareOfStep) / 2)),
    width: toTenth(step * shareOfStep),
    height: count === undefined ? undefined : toTenth((count / highest) * 100),
    striped: isFew(count) || index === bars.length - 1,
  }))
}

const toTenth = (value: number) => Math.round(value * 10) / 10
