import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createScratchFolders } from './scratch-folders.server.ts'

let data: string
let place: string
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'clinic-scratch-'))
  place = join(data, 'scratch')
})
afterEach(() => rmSync(data, { recursive: true }))

test('each work has a folder that only its user can read, and that is gone afterwards', async () => {
  const folders = createScratchFolders(place)
  const work = (text: string) =>
    folders.use(async (open) => {
      const folder = await open()
      expect(await open()).toBe(folder)
      writeFileSync(join(folder, 'file'), text)
      expect([place, folder].map((each) => statSync(each).mode & 0o777)).toEqual([0o700, 0o700])
      return folder
    })
  const [one, other] = await Promise.all([work('one'), work('other')])
  expect(one).not.toBe(other)
  const failing = folders.use(async (open) => {
    writeFileSync(join(await open(), 'file'), '')
    throw new Error('a fault')
  })
  await expect(failing).rejects.toThrow('a fault')
  expect(readdirSync(place)).toEqual([])
})

test('what a killed process left is removed after an hour, and nothing younger', async () => {
  const folders = createScratchFolders(place)
  await folders.removeOld(Date.now())
  const now = Date.now()
  for (const [name, minutes] of [
    ['work-old', 61],
    ['work-new', 59],
  ] as const) {
    mkdirSync(join(place, name), { recursive: true })
    writeFileSync(join(place, name, 'upload'), 'a photograph')
    const madeAt = new Date(now - minutes * 60_000)
    utimesSync(join(place, name), madeAt, madeAt)
  }
  await folders.removeOld(now)
  expect(readdirSync(place)).toEqual(['work-new'])
  expect(existsSync(join(place, 'work-new', 'upload'))).toBe(true)
})
