import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { png } from '#tests/support/picture-files.ts'
import { madePicture, readMade } from './made-files.server.ts'
import { createPictureMaker } from './picture-maker.server.ts'
import type { PictureFile } from './picture-work.ts'

const focus = { x: 50, y: 50 }
const made: PictureFile = { shape: 'wide', type: 'webp', size: 800, width: 800, height: 320 }

let folder: string
let upload: string
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'clinic-pictures-'))
  upload = join(folder, 'upload')
  writeFileSync(upload, await png())
})
afterEach(() => rmSync(folder, { recursive: true }))

test('writes every size beside the upload, and says what it wrote', async () => {
  const maker = createPictureMaker()
  const picture = await maker.makePicture(upload, focus)
  if (!picture.ok) throw new Error(picture.reason)
  const names = picture.files.map(({ shape, size, type }) => `${shape}-${size}.${type}`)
  expect(names).toContain('original-2560.webp')
  expect(readdirSync(folder).toSorted()).toEqual([...names, 'upload'].toSorted())
  for (const file of picture.files) expect((await maker.readMade(upload, file)).length).toBeGreaterThan(0)
})

test('a child that takes too long is ended, and one after it makes its picture', async () => {
  const hasty = await createPictureMaker({ timeoutMs: 1 }).makePicture(upload, focus)
  expect(hasty.ok).toBe(false)
  expect(await createPictureMaker().makePicture(upload, focus)).toMatchObject({ ok: true })
})

test('more than wait are told that it is busy', async () => {
  const maker = createPictureMaker({ mostWaiting: 0 })
  const both = await Promise.all([maker.cropAgain(upload, focus), maker.makePicture(upload, focus)])
  expect(both).toContainEqual({ ok: false, reason: 'busy' })
})

describe('of a child that a crafted picture took over', () => {
  test('no answer is believed that names another place or another kind of file', () => {
    const answer = (file: object) => madePicture.safeParse({ ok: true, files: [{ ...made, ...file }] }).success
    expect(answer({})).toBe(true)
    for (const wrong of [
      { shape: '../../session-secret' },
      { type: '/etc/passwd' },
      { size: '../x' },
      { size: 1.5 },
      { width: 1e9 },
      { height: -1 },
    ])
      expect(answer(wrong), JSON.stringify(wrong)).toBe(false)
    expect(madePicture.safeParse({ ok: true, files: Array(21).fill(made) }).success).toBe(false)
    expect(madePicture.safeParse('ok').success).toBe(false)
  })

  test.each<[string, (path: string) => void]>([
    ['a link to another file', (path) => symlinkSync(upload, path)],
    ['a folder', (path) => mkdirSync(path)],
    ['a pipe', (path) => execFileSync('mkfifo', [path])],
    ['31 MB', (path) => [writeFileSync(path, ''), truncateSync(path, 31 * 1024 * 1024)]],
    ['nothing', () => {}],
  ])('no file is read that is %s', async (_name, make) => {
    make(join(folder, 'wide-800.webp'))
    await expect(readMade(upload, made)).rejects.toThrow()
  })
})
