import { expect, type Page } from '@playwright/test'

/** Waits until React handles the page; it adds properties to hydrated elements. */
export const expectHydrated = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() => Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react'))),
    )
    .toBe(true)
