import { expect, test } from 'vitest'
import { withSilenceTimeout, withTimeout } from './with-timeout.ts'

/** The process works for itself, with a turn of the event loop in between. */
async function keepBusy(turns: number, ms: number) {
  for (let turn = 0; turn < turns; turn += 1) {
    const until = performance.now() + ms
    while (performance.now() < until);
    await new Promise((resolve) => void setTimeout(resolve))
  }
  return 'done'
}

const silent = () => 0

test('time in which the process itself was busy is no silence of what it waits for', async () => {
  await expect(withTimeout(keepBusy(6, 100), 200)).rejects.toThrow('no answer in time')
  expect(await withSilenceTimeout(keepBusy(6, 100), 200, silent)).toBe('done')
})

test('what does not answer an idle process is given up in time', async () => {
  const began = performance.now()
  await expect(withSilenceTimeout(new Promise(() => {}), 200, silent)).rejects.toThrow('no answer in time')
  expect(performance.now() - began).toBeGreaterThan(190)
})

test('what answers others is not silent', async () => {
  let answers = 0
  const others = setInterval(() => (answers += 1), 5)
  const late = new Promise((resolve) => void setTimeout(resolve, 600, 'done'))
  expect(await withSilenceTimeout(late, 200, () => answers)).toBe('done')
  const began = performance.now()
  await expect(withSilenceTimeout(new Promise(() => {}), 200, () => answers)).rejects.toThrow('no answer in time')
  expect(performance.now() - began).toBeGreaterThan(990)
  clearInterval(others)
  await expect(withSilenceTimeout(new Promise(() => {}), 200, () => answers)).rejects.toThrow('no answer in time')
})
