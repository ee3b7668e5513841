import { expect, test } from 'vitest'
import { askTogether } from './ask-together.server.ts'

const asking = () => {
  const asked: { question: string; answer(text: string): void; fail(error: Error): void }[] = []
  const ask = askTogether(
    (question: string) =>
      new Promise<string>((answer, fail) => {
        asked.push({ question, answer, fail })
      }),
    (question) => question,
  )
  return { asked, ask }
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 5))

test('who asks the same at the same time gets one answer, who asks something else another one', async () => {
  const { asked, ask } = asking()
  const all = [ask('a'), ask('b'), ask('a')]
  await settle()
  expect(asked.map(({ question }) => question)).toEqual(['a', 'b'])
  for (const { question, answer } of asked) answer(question.toUpperCase())
  expect(await Promise.all(all)).toEqual(['A', 'B', 'A'])
})

test('who comes while it is being looked for gets the next answer, which is looked for afterwards', async () => {
  const { asked, ask } = asking()
  const first = ask('a')
  await settle()
  const later = [ask('a'), ask('a')]
  await settle()
  expect(asked).toHaveLength(1)
  asked[0]!.answer('old')
  expect(await first).toBe('old')
  await settle()
  expect(asked).toHaveLength(2)
  asked[1]!.answer('new')
  expect(await Promise.all(later)).toEqual(['new', 'new'])
})

test('a failure is told to those who asked together, and the next one asks anew', async () => {
  const { asked, ask } = asking()
  const both = [ask('a'), ask('a')]
  await settle()
  asked[0]!.fail(new Error('away'))
  expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const again = ask('a')
  await settle()
  asked[1]!.answer('back')
  expect(await again).toBe('back')
})
