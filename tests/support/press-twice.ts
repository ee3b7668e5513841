import type { Locator } from '@playwright/test'

/**
 * Two presses before any answer, in the page itself: between those of a driver's there may be time enough for the answer
 * to the first one.
 */
export const pressTwice = (button: Locator) =>
  button.evaluate((element: HTMLElement) => {
    element.click()
    element.click()
  })
