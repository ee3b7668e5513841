import { expect, test } from 'vitest'
import { withIdleTimeout, withTimeout } from './with-timeout.ts'

/** The process works for itself, with a turn of the event loop in between. */
async function keepBusy(turns: number, ms: number) {
  for (let turn = 0; turn < turns; turn += 1) {
    const until = performance.now() + ms
    while (performance.now() < until);
    await new Promise((resolve) => void setTimeout(resolve))
  }
  return 'done'
}

test('time in which the process itself was busy is no silence of what it waits for', async () => {
  await expect(withTimeout(keepBusy(6, 100), 200)).rejects.toThrow('no answer in time')
  expect(await withIdleTimeout(keepBusy(6, 100), 200)).toBe('done')
})

test('what does not answer an idle process is given up in time', async () => {
  const began = performance.now()
  await expect(withIdleTimeout(new Promise(() => {}), 200)).rejects.toThrow('no answer in time')
  expect(performance.now() - began).toBeGreaterThan(190)
})
