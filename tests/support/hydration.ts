import { expect, type Frame, type Page } from '@playwright/test'

/** What React keeps at the document it hydrates. */
type Container = { stateNode: { current: { memoizedState: { isDehydrated: boolean } } } }

/** Waits until React handles the page, the keys that its effects listen for included. */
export async function expectHydrated(page: Page | Frame) {
  await expect.poll(() => page.evaluate(isHydrated)).toBe(true)
  // Effects run in a task after the first frame.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
  )
}

const isHydrated = () => {
  const [, container] = Object.entries(document).find(([key]) => key.startsWith('__reactContainer')) ?? []
  return (container as Container | undefined)?.stateNode.current.memoizedState.isDehydrated === false
}
