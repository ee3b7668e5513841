import { adminSettings } from './admin.ts'
import { startSiteOn } from './databases.ts'
import { untilBlogIsRead } from './read-blog.ts'
import { test } from './sites.ts'

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
