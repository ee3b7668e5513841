import type { Locator } from '@playwright/test'

/**
 * Both clicks of a double click, in the page itself: between those of a driver's there may be time enough for the answer
 * to the first one, and the second would be another wish.
 */
export const pressTwice = (button: Locator) =>
  button.evaluate((element: HTMLElement) => {
    element.click()
    element.click()
  })
