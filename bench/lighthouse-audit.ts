import runLighthouse, { type Result } from 'lighthouse'

export const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
export type Category = (typeof categories)[number]

export type Audited = { scores: Record<Category, number>; lcpMs: number; report: Result }

/** One run in the browser that listens on `port`. Lighthouse empties the browser's caches before each. */
export async function auditPage(
  url: string,
  { port, skipAudits }: { port: number; skipAudits: string[] },
): Promise<Audited> {
  const run = await runLighthouse(url, {
    port,
    skipAudits,
    onlyCategories: [...categories],
    disableFullPageScreenshot: true,
    logLevel: 'error',
  })
  const report = run?.lhr
  if (!report || report.runtimeError) throw new Error(`Lighthouse broke on ${url}: ${report?.runtimeError?.message}`)
  const scoreOf = (category: Category) => Math.round((report.categories[category]?.score ?? 0) * 100)
  return {
    scores: {
      performance: scoreOf('performance'),
      accessibility: scoreOf('accessibility'),
      'best-practices': scoreOf('best-practices'),
      seo: scoreOf('seo'),
    },
    lcpMs: report.audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
    report,
  }
}

/** What lowered a score, and for performance also the advice that does not count by itself. */
export function failingAudits({ report }: Audited, category: Category) {
  const refs = report.categories[category]?.auditRefs ?? []
  return refs
    .filter(({ weight }) => weight > 0 || category === 'performance')
    .map(({ id }) => report.audits[id])
    .filter(
      (audit) =>
        audit !== undefined && audit.score !== null && audit.score < 0.9 + (category === 'performance' ? 0.1 : 0),
    )
    .map((audit) => `${audit?.id}: ${audit?.displayValue ?? audit?.title}${culprits(audit?.details)}`)
}

/** The first few elements or addresses that an audit names. */
function culprits(details: unknown) {
  const items = typeof details === 'object' && details !== null && 'items' in details ? details.items : undefined
  if (!Array.isArray(items)) return ''
  return items
    .slice(0, 4)
    .map((item: unknown) => `\n    ${JSON.stringify(item, leaveOutLayout).slice(0, 400)}`)
    .join('')
}

const layout = new Set(['boundingRect', 'lhId', 'path', 'type', 'subItems'])
const leaveOutLayout = (key: string, value: unknown) => (layout.has(key) ? undefined : value)
