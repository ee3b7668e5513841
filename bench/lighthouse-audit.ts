import runLighthouse, { type Result } from 'lighthouse'
import { z } from 'zod'

export const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
export type Category = (typeof categories)[number]

export type Audited = { scores: Record<Category, number>; lcpMs: number; report: Result }

/** One run in the browser that listens on `port`. Lighthouse empties the browser's caches before each. */
export async function auditPage(
  url: string,
  { port, headers, skipAudits }: { port: number; headers: Record<string, string>; skipAudits: string[] },
): Promise<Audited> {
  const run = await runLighthouse(url, {
    port,
    extraHeaders: headers,
    skipAudits,
    onlyCategories: [...categories],
    disableFullPageScreenshot: true,
    logLevel: 'error',
  })
  const report = run?.lhr
  if (!report || report.runtimeError) throw new Error(`Lighthouse broke on ${url}: ${report?.runtimeError?.message}`)
  const readScore = (category: Category) => Math.round((report.categories[category]?.score ?? 0) * 100)
  return {
    scores: {
      performance: readScore('performance'),
      accessibility: readScore('accessibility'),
      'best-practices': readScore('best-practices'),
      seo: readScore('seo'),
    },
    lcpMs: report.audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
    report,
  }
}

/** What lowered a score, and for performance also the advice that does not count by itself. */
export function failingAudits({ report }: Audited, category: Category) {
  const refs = report.categories[category]?.auditRefs ?? []
  return refs
    .filter(({ id, weight }) => weight > 0 || (category === 'performance' && id !== 'network-dependency-tree-insight'))
    .map(({ id }) => report.audits[id])
    .filter((audit) => audit !== undefined && audit.score !== null && audit.score < 1)
    .map((audit) => `${audit?.id}: ${audit?.displayValue ?? audit?.title}${culprits(audit?.details)}`)
}

const culprit = z.object({
  url: z.string().optional(),
  wastedBytes: z.number().optional(),
  wastedMs: z.number().optional(),
  node: z.object({ selector: z.string(), explanation: z.string().optional() }).optional(),
})
const withCulprits = z.object({ items: z.array(culprit) })

/** The first few elements or addresses that an audit names. */
function culprits(details: unknown) {
  const { data } = withCulprits.safeParse(details)
  return (data?.items ?? [])
    .filter((item) => Object.values(item).some((value) => value !== undefined))
    .slice(0, 4)
    .map((item) => `\n    ${JSON.stringify(item)}`)
    .join('')
}
