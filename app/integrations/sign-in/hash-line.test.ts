import { expect, test } from 'vitest'
import { createHashLine, TooManyAtOnce } from './hash-line.server.ts'

const pause = () => new Promise((resolve) => setTimeout(resolve, 2))

test('one password is hashed after the other, in the order in which they came', async () => {
  const inLine = createHashLine()
  let atOnce = 0
  const done: number[] = []
  await Promise.all(
    [1, 2, 3].map((name) =>
      inLine(async () => {
        atOnce += 1
        expect(atOnce).toBe(1)
        await pause()
        atOnce -= 1
        done.push(name)
      }),
    ),
  )
  expect(done).toEqual([1, 2, 3])
})

test('who comes to a line that is full is told at once, and the next one after it is let in again', async () => {
  const inLine = createHashLine(2)
  const waiting = [inLine(pause), inLine(pause)]
  await expect(inLine(pause)).rejects.toBeInstanceOf(TooManyAtOnce)
  await Promise.all(waiting)
  await expect(inLine(async () => 'in')).resolves.toBe('in')
})

test('one that fails does not hold up the next', async () => {
  const inLine = createHashLine()
  await expect(inLine(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  await expect(inLine(async () => 'in')).resolves.toBe('in')
})
