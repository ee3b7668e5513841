import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runChild, tooBusy } from './run-child.server.ts'

const folder = mkdtempSync(join(tmpdir(), 'children-'))
afterAll(() => rmSync(folder, { recursive: true }))

function childThat(does: string) {
  const file = join(folder, `${does.length}.mjs`)
  writeFileSync(file, `process.once('message', () => { ${does} })`)
  return file
}

test('a child that had no time of the processor is told apart from one that used up its own', async () => {
  const waits = { file: childThat('setTimeout(() => {}, 60_000)'), timeoutMs: 1_000, patience: 2, heapMb: 64 }
  const works = { file: childThat('for (;;);'), timeoutMs: 1_000, patience: 60, heapMb: 64 }
  expect(await runChild(waits, {})).toEqual({ answered: false, ended: tooBusy })
  expect(await runChild(works, {})).toEqual({ answered: false, ended: 'SIGKILL' })
  expect(await runChild({ ...works, file: childThat('process.send(7, () => process.exit())') }, {})).toEqual({
    answered: true,
    answer: 7,
  })
}, 120_000)
