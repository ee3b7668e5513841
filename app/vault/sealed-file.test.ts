import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createFileSealing } from './sealed-file.server.ts'

const key = 'k'.repeat(44)
const sealing = createFileSealing(async () => [key])
const headBytes = 54
const frameBytes = 4 + 64 * 1024 + 16

function newFile(bytes: Uint8Array) {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-sealed-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'file')
  writeFileSync(file, bytes)
  return file
}

async function* parts(bytes: Uint8Array, size = 10_000) {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
}

async function sealed(bytes: Uint8Array, with_ = sealing) {
  const pieces: Uint8Array[] = []
  for await (const piece of with_.seal('data', parts(bytes))) pieces.push(piece)
  return Buffer.concat(pieces)
}

async function opened(bytes: Uint8Array, with_ = sealing, kind: 'data' | 'keys' = 'data') {
  const pieces: Uint8Array[] = []
  for await (const piece of with_.open(kind, newFile(bytes))) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** Three frames and a bit. */
const text = Buffer.alloc(200_000, 'Sore knee since May. ')

test.each([0, 1, 64 * 1024 - 1, 64 * 1024, 64 * 1024 + 1, 200_000])('%i bytes read back unchanged', async (size) => {
  const plain = text.subarray(0, size)
  const file = await sealed(plain)
  expect((await opened(file)).equals(plain)).toBe(true)
  expect(file.includes('Sore knee')).toBe(false)
})

test('sealing the same bytes twice never gives the same file', async () => {
  const [one, other] = [await sealed(text), await sealed(text)]
  expect(one.subarray(headBytes, 200).equals(other.subarray(headBytes, 200))).toBe(false)
})

const regions = {
  magic: 0,
  version: 8,
  kind: 9,
  fingerprint: 12,
  salt: 30,
  'length of the first frame': headBytes + 3,
  'flag of the last frame': headBytes + 3 * frameBytes,
  'text of the first frame': headBytes + 500,
  'tag of the second frame': headBytes + 2 * frameBytes - 5,
  'text of the last frame': headBytes + 3 * frameBytes + 100,
  'sum at the end': -3,
}

test.each(Object.entries(regions))('a bit that flipped in the %s is found', async (_, at) => {
  const file = await sealed(text)
  const position = at < 0 ? file.length + at : at
  file[position] = (file[position] ?? 0) ^ 1
  await expect(opened(file)).rejects.toThrow(/is damaged|is not a backup|has format|has keys/)
})

test('a truncated file is detected at any length', async () => {
  const file = await sealed(text)
  const cuts = [
    0,
    5,
    9,
    30,
    headBytes,
    headBytes + 2,
    headBytes + frameBytes,
    file.length - 33,
    file.length - 32,
    file.length - 1,
  ]
  for (const length of cuts)
    await expect(opened(file.subarray(0, length)), `${length} bytes`).rejects.toThrow(
      /is damaged|is not a backup|has format/,
    )
  await expect(opened(Buffer.concat([file, Buffer.from('more')]))).rejects.toThrow('is damaged')
})

/** A file by an attacker who knows the format but not the key: its checksum is right. */
async function forged(change: (frames: Buffer[]) => Buffer[]) {
  const { createHash } = await import('node:crypto')
  const file = await sealed(text)
  const [head, body] = [file.subarray(0, headBytes), file.subarray(headBytes, -32)]
  const frames = [0, 1, 2, 3].map((number) => body.subarray(number * frameBytes, (number + 1) * frameBytes))
  const all = Buffer.concat([head, ...change(frames)])
  return Buffer.concat([all, createHash('sha256').update(all).digest()])
}

test('frames that were swapped, omitted, repeated or taken from another file are detected, even with a correct checksum', async () => {
  const other = (await sealed(text)).subarray(headBytes, headBytes + frameBytes)
  expect((await opened(await forged((frames) => frames))).equals(text)).toBe(true)
  for (const change of [
    ([one, two, ...more]: Buffer[]) => [two!, one!, ...more],
    ([one, , ...more]: Buffer[]) => [one!, ...more],
    ([one, ...more]: Buffer[]) => [one!, one!, ...more],
    ([, ...more]: Buffer[]) => [other, ...more],
    (frames: Buffer[]) => frames.slice(0, -1),
    ([one, two, three, last]: Buffer[]) => [last!, one!, two!, three!],
    (frames: Buffer[]) =>
      frames.map((frame, number) =>
        number === 0 ? Buffer.concat([frame.subarray(0, 3), Buffer.from([0xff]), frame.subarray(4)]) : frame,
      ),
  ])
    await expect(opened(await forged(change)), String(change)).rejects.toThrow('is damaged')
})

test('another key, another version, another kind and another program’s file have different errors', async () => {
  const file = await sealed(text)
  await expect(
    opened(
      file,
      createFileSealing(async () => ['o'.repeat(44)]),
    ),
  ).rejects.toThrow('a different ENCRYPTION_KEY')
  expect(
    (
      await opened(
        file,
        createFileSealing(async () => ['o'.repeat(44), key]),
      )
    ).equals(text),
  ).toBe(true)
  await expect(opened(file, sealing, 'keys')).rejects.toThrow('has data, not keys')
  const newer = Buffer.from(file)
  newer[8] = 2
  await expect(opened(newer)).rejects.toThrow('has format 2')
  await expect(opened(readFileSync(import.meta.filename))).rejects.toThrow('is not a backup of this program')
  await expect(async () => {
    for await (const _ of sealing.open('data', '/not/there')) break
  }).rejects.toThrow('cannot be read (ENOENT)')
  await expect(async () => {
    for await (const _ of sealing.open('keys', '/not/there/clinic.keys')) break
  }).rejects.toThrow('copy clinic.keys into the folder of the backup')
  await expect(async () => {
    for await (const _ of sealing.open('data', tmpdir())) break
  }).rejects.toThrow('is a folder. Name the .backup file in it.')
  const cut = Buffer.from(file.subarray(0, 40))
  cut[9] = 'K'.charCodeAt(0)
  await expect(opened(cut, sealing, 'keys')).rejects.toThrow('was cut off. Copy it again.')
})
