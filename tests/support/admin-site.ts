import { test } from '@playwright/test'
import { adminSettings } from './admin.ts'
import { startSiteOn } from './databases.ts'

export type AdminSite = Awaited<ReturnType<typeof startSiteOn>>

/** Starts a site that has its admin, for tests that turn no limit into an obstacle. */
export const startAdminSite = (settings: Record<string, string> = {}) =>
  startSiteOn('sqlite', { ...adminSettings, ABUSE_LIMITS: 'off', LOG_LEVEL: 'warn', ...settings })

type Site = { settings?: Record<string, string>; fill?: (site: AdminSite) => Promise<unknown> }

/** Tests in a browser whose site has its admin: one for each worker, which the tests of a file share. */
export const testOnAdminSite = ({ settings, fill }: Site = {}) =>
  test.extend<object, { site: AdminSite }>({
    site: [
      // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parameter's shape.
      async ({}, use) => {
        const site = await startAdminSite(settings)
        await fill?.(site)
        await use(site)
        await site.stop()
      },
      { scope: 'worker' },
    ],
    baseURL: async ({ site }, use) => use(site.url),
  })

/** The same for tests that leave a site in a state in which no other test could begin. */
export const testOnItsOwnAdminSite = ({ settings, fill }: Site = {}) =>
  test.extend<{ site: AdminSite }>({
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parameter's shape.
    site: async ({}, use) => {
      const site = await startAdminSite(settings)
      await fill?.(site)
      await use(site)
      await site.stop()
    },
    baseURL: async ({ site }, use) => use(site.url),
  })
