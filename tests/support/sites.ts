import { type Page, test as base } from '@playwright/test'

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
    /** Started by whoever asks first. After a test that failed there is a new worker, and so a new site. */
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
