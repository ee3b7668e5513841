import { type Page, test as base } from '@playwright/test'
import { adminSettings } from './admin.ts'
import { freePort } from './connections.ts'
import { look, startSiteOn } from './databases.ts'
import { until } from './timing.ts'

type Running = { stop: () => Promise<unknown> }

export type Sites = ReturnType<typeof sitesOfAWorker>

/**
 * What all tests in a browser are made of. A worker fixture of a file's own would cost a new worker and a new browser
 * for that file, so the sites of all files hang on this one.
 */
export const test = base.extend<{ pageWithoutScripts: Page }, { sites: Sites }>({
  /** Beside `page`, for tests that look at one site with both. */
  pageWithoutScripts: async ({ browser }, use) => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    await use(await context.newPage())
    await context.close()
  },
  sites: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parameter's shape.
    async ({}, use) => {
      const sites = sitesOfAWorker()
      await use(sites)
      await sites.stop()
    },
    { scope: 'worker' },
  ],
})

/** Two running sites at most: the one that most files share, and that of the file under way. */
function sitesOfAWorker() {
  const common = oneSite()
  const own = oneSite()
  return {
    /** Started by the first test that needs it. After a test that failed there is a new worker, and so a new site. */
    common: common.by,
    /** The same for tests that name the same function; the site of the file before is stopped. */
    own: own.by,
    stop: () => Promise.all([common.stop(), own.stop()]),
  }
}

function oneSite() {
  let running: { start: () => Promise<Running>; site: Running } | undefined
  const stop = async () => {
    const { site } = running ?? {}
    running = undefined
    await site?.stop()
  }
  return {
    stop,
    async by<Site extends Running>(start: () => Promise<Site>) {
      if (running?.start !== start) {
        await stop()
        running = { start, site: await start() }
      }
      // What this very function answered.
      return running.site as Site
    },
  }
}

export type AdminSite = Awaited<ReturnType<typeof startSiteOn>>

/** Starts a site that has its admin, for tests that turn no limit into an obstacle. */
export const startAdminSite = (settings: Record<string, string> = {}) =>
  startSiteOn('sqlite', { ...adminSettings, ABUSE_LIMITS: 'off', LOG_LEVEL: 'warn', ...settings })

/** The site that most files share: their tests leave it as they found it, or make what they need under new names. */
const startCommonSite = () => startSiteForBrowsers()

type Site = { settings?: Record<string, string>; fill?: (site: AdminSite) => Promise<unknown> }

const starting =
  ({ settings, fill }: Site) =>
  async () => {
    const site = await startSiteForBrowsers(settings)
    await fill?.(site)
    return site
  }

/** It shows its posts from the first page on. */
export async function startSiteForBrowsers(settings: Record<string, string> = {}) {
  const site = await startAdminSite(settings)
  await untilBlogIsRead(site).catch(async (error: unknown) => {
    await site.stop()
    throw error
  })
  return site
}

/** The same at a name instead of an IP address, for which browsers have no passkeys. */
export async function startSiteAtLocalhost(settings: Record<string, string> = {}): Promise<AdminSite> {
  const port = String(await freePort())
  const url = `http://localhost:${port}`
  return { ...(await startSiteForBrowsers({ ...settings, PORT: port, PUBLIC_URL: url })), url }
}

/** Tests in a browser on the site that most files share. */
export const testOnCommonSite = test.extend<{ site: AdminSite }>({
  site: async ({ sites }, use) => use(await sites.common(startCommonSite)),
  baseURL: async ({ site }, use) => use(site.url),
})

/** Tests in a browser whose site is like no other: the tests of a file share it, one after the other. */
export function testOnAdminSite(like: Site = {}) {
  const start = starting(like)
  const onIt = test.extend<{ site: AdminSite }>({
    site: async ({ sites }, use) => use(await sites.own(start)),
    baseURL: async ({ site }, use) => use(site.url),
  })
  // In one worker, so that it starts once.
  onIt.describe.configure({ mode: 'default' })
  return onIt
}

/** The same for tests that leave a site in a state in which no other test could begin. */
export function testOnItsOwnAdminSite(like: Site = {}) {
  const start = starting(like)
  return test.extend<{ site: AdminSite }>({
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parameter's shape.
    site: async ({}, use) => {
      const site = await start()
      await use(site)
      await site.stop()
    },
    baseURL: async ({ site }, use) => use(site.url),
  })
}

/**
 * A job reads the blog's feed once the site has started. A page waits for it a second, on a slow machine in vain: then it
 * says that the posts are loading, or shows none. For tests that are about something else.
 */
const untilBlogIsRead = (site: AdminSite) =>
  until(() =>
    look(site, (db) => db.selectFrom('feeds').select('id').where('readAt', 'is not', null).executeTakeFirst()),
  )
