import { mkdirSync, writeFileSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { adminSettings, signInAsAdmin } from '../tests/support/admin.ts'
import { browserLaunch } from '../tests/support/browser.ts'
import { freePort } from '../tests/support/connections.ts'
import { startSiteOn } from '../tests/support/databases.ts'
import { fillDashboard } from '../tests/support/filled-dashboard.ts'
import { atMost, type Figure, median, medianOf, type Outcome } from './figure.ts'
import { type Audited, auditPage, type Category, categories, failingAudits } from './lighthouse-audit.ts'
import type { Deps } from './deps.ts'
import { outFolder } from './out-folder.ts'
import { startSite } from './site.ts'

/** The categories that count for a page. */
type Scores = Partial<Record<Category, number>>

const perfect = { performance: 100, accessibility: 100, 'best-practices': 100, seo: 100 }
const hydrated = { ...perfect, performance: 95 }
/** No search engine sees it. */
const signedIn: Scores = { performance: 95, accessibility: 100, 'best-practices': 100 }

const pagesToRead = ['/', '/services', '/about', '/contact', '/products', '/resources', '/blog', '/booking']
const pagesToWorkOn = ['/cart', '/login', '/login/forgot']
const dashboard = [
  '/admin',
  '/admin/appointments',
  '/admin/orders',
  '/admin/messages',
  '/admin/insights',
  '/admin/clinic',
]
/** Kept out of search engines on purpose, for which Lighthouse would take two thirds of the SEO score. */
const unlisted = pagesToWorkOn

/**
 * Lighthouse's phone (simulated throttling): the median of three runs of the home page. Other pages are run once, and
 * where a score then misses its goal twice more, of which the median counts.
 */
export async function lighthouse({ quick }: Deps): Promise<Outcome> {
  const port = await freePort()
  const launch = await browserLaunch()
  const browser = await chromium.launch({
    ...launch,
    args: [...(launch.args ?? []), `--remote-debugging-port=${port}`],
  })
  try {
    const outcomes = [await auditPublicPages(port, quick), await auditDashboard(port, quick)]
    return {
      figures: outcomes.flatMap(({ figures }) => figures),
      remarks: outcomes.flatMap(({ remarks }) => remarks),
    }
  } finally {
    await browser.close()
  }
}

async function auditPublicPages(port: number, quick: boolean) {
  const site = await startSite()
  try {
    const pages = quick ? ['/'] : [...pagesToRead, ...pagesToWorkOn]
    const goalsOf = (path: string) => (pagesToWorkOn.includes(path) ? hydrated : perfect)
    return await auditPages(site, pages, { goalsOf, runs: quick ? 1 : 3, port })
  } finally {
    await site.stop()
  }
}

/** As the admin sees it after a busy morning. */
async function auditDashboard(port: number, quick: boolean) {
  const site = await startSiteOn('sqlite', { ...adminSettings, LOG_LEVEL: 'error' })
  try {
    await fillDashboard(site)
    const headers = (await signInAsAdmin(site)).cookieHeader()
    const pages = quick ? ['/admin'] : dashboard
    return await auditPages(site, pages, { goalsOf: () => signedIn, runs: quick ? 1 : 3, port, headers })
  } finally {
    await site.stop()
  }
}

async function auditPages(
  site: { url: string },
  pages: string[],
  { goalsOf, ...how }: Omit<How, 'goals'> & { goalsOf: (path: string) => Scores },
) {
  const figures: Figure[] = []
  const remarks: string[] = []
  for (const path of pages) {
    const goals = goalsOf(path)
    const audited = await auditRepeatedly(site.url, path, { ...how, goals })
    figures.push(scoreFigure(path, goals, audited))
    if (path === '/') figures.push(lcpFigure(audited))
    remarks.push(...remarksOn(path, goals, audited))
    saveReport(path, audited)
  }
  return { figures, remarks }
}

type How = { goals: Scores; runs: number; port: number; headers?: Record<string, string> }

async function auditRepeatedly(site: string, path: string, { goals, runs, port, headers = {} }: How) {
  // Every visitor but the first of the day gets the page from the page cache.
  for (let visits = 0; visits < 2; visits += 1)
    await fetch(site + path, { headers }).then((response) => response.text())
  const audited: Audited[] = []
  const isEnough = () => audited.length === runs || (path !== '/' && audited.length === 1 && meets(goals, audited))
  while (!isEnough())
    audited.push(
      await auditPage(site + path, { port, headers, skipAudits: unlisted.includes(path) ? ['is-crawlable'] : [] }),
    )
  return audited
}

const meets = (goals: Scores, audited: Audited[]) => missedIn(goals, audited).length === 0

const counted = (goals: Scores) => categories.filter((category) => goals[category] !== undefined)

const missedIn = (goals: Scores, audited: Audited[]) =>
  counted(goals).filter((category) => medianScore(audited, category) < (goals[category] ?? 0))

const formatRuns = ({ length }: Audited[]) => (length === 1 ? 'one run' : medianOf(length, 'runs'))

const medianScore = (audited: Audited[], category: Category) => median(audited.map(({ scores }) => scores[category]))

function scoreFigure(path: string, goals: Scores, audited: Audited[]): Figure {
  const scores = counted(goals).map((category) => [category, medianScore(audited, category)] as const)
  return {
    name: `Lighthouse ${path}`,
    measured: scores.map(([, score]) => score).join(' / '),
    goal: counted(goals)
      .map((category) => goals[category])
      .join(' / '),
    met: meets(goals, audited),
    from: formatRuns(audited),
    numbers: Object.fromEntries(scores),
  }
}

const lcpFigure = (audited: Audited[]) =>
  atMost(1300, {
    name: 'Lighthouse /: largest contentful paint',
    value: median(audited.map(({ lcpMs }) => lcpMs)),
    unit: 'ms',
    from: formatRuns(audited),
  })

function remarksOn(path: string, goals: Scores, audited: Audited[]) {
  return missedIn(goals, audited).flatMap((category) =>
    failingAudits(medianRun(audited, category), category).map((audit) => `${path}, ${category}: ${audit}`),
  )
}

/** The whole report of the middle run; https://googlechrome.github.io/lighthouse/viewer/ opens it. */
function saveReport(path: string, audited: Audited[]) {
  mkdirSync(`${outFolder}lighthouse`, { recursive: true })
  const name = path === '/' ? 'home' : path.slice(1).replaceAll('/', '-')
  writeFileSync(`${outFolder}lighthouse/${name}.json`, JSON.stringify(medianRun(audited, 'performance').report))
}

function medianRun(audited: Audited[], category: Category) {
  const middle = audited.toSorted((a, b) => a.scores[category] - b.scores[category])[Math.floor(audited.length / 2)]
  if (!middle) throw new Error('nothing was audited')
  return middle
}
