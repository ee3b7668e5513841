import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readUpload } from './uploaded-file.server.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'clinic-upload-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const multipart = 'multipart/form-data; boundary=b'
const toRequest = (body: BodyInit, type?: string) =>
  new Request('http://localhost/', {
    method: 'POST',
    body,
    ...(type && { headers: { 'Content-Type': type } }),
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  })
const read = (body: BodyInit, type?: string, most = 1_000, into = folder) =>
  readUpload(toRequest(body, type), { field: 'file', most, folder: async () => into })

/** In pieces, as a connection brings it. */
function inPieces(bytes: Uint8Array, size: number) {
  let from = 0
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      if (from >= bytes.length) return controller.close()
      controller.enqueue(bytes.subarray(from, from + size))
      from += size
    },
  })
}

function toForm(text: string, bytes: Uint8Array, name = 'a "photo".jpg') {
  const form = new FormData()
  form.set('alt', text)
  form.set('file', new File([new Uint8Array(bytes)], name))
  form.set('return', '/admin')
  return form
}

test('reads what the platform writes, whatever is in it and however it arrives', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: 'grapheme' }),
      fc.uint8Array({ maxLength: 300 }),
      fc.integer({ min: 1, max: 200 }),
      async (text, bytes, size) => {
        const request = toRequest(toForm(text, bytes))
        const type = request.headers.get('Content-Type')!
        const body = inPieces(new Uint8Array(await request.arrayBuffer()), size)
        const { typed, file, isTooLarge } = await read(body, type)
        // Line breaks of a text are sent as CRLF.
        const sent = text.toWellFormed().replace(/\r\n?|\n/g, '\r\n')
        expect(typed).toEqual({ alt: sent.replaceAll('\0', '\u0001'), return: '/admin' })
        expect([file!.size, isTooLarge]).toEqual([bytes.length, false])
        expect(new Uint8Array(readFileSync(file!.path))).toEqual(bytes)
        expect(statSync(file!.path).mode & 0o777).toBe(0o600)
        rmSync(file!.path)
      },
    ),
  )
})

test('of a file that is too large no more is written than is allowed, and the texts around it are known', async () => {
  const exactly = await read(toForm('Red', new Uint8Array(1_000)))
  expect([exactly.file?.size, exactly.isTooLarge]).toEqual([1_000, false])
  rmSync(exactly.file!.path)
  const larger = await read(toForm('Red', new Uint8Array(300_000)))
  expect(larger).toEqual({ typed: { alt: 'Red', return: '/admin' }, file: undefined, isTooLarge: true })
  expect(statSync(join(folder, 'upload')).size).toBeLessThanOrEqual(1_000)
})

test('a form that is cut short anywhere has no file, but the texts that arrived', async () => {
  const request = toRequest(toForm('Red', new Uint8Array(200).fill(7)))
  const type = request.headers.get('Content-Type')!
  const whole = new Uint8Array(await request.arrayBuffer())
  for (let length = 0; length < whole.length - 4; length += 1) {
    const { typed, file, isTooLarge } = await read(whole.subarray(0, length), type)
    expect([file, isTooLarge]).toEqual([undefined, false])
    expect('Red'.startsWith(typed.alt ?? '')).toBe(true)
    rmSync(join(folder, 'upload'), { force: true })
  }
  const none = { typed: {}, file: undefined, isTooLarge: false }
  for (const [body, ofType] of [
    ['nothing of the kind', multipart],
    ['', multipart],
    ['--b\r\n\r\n--b--\r\n', 'multipart/form-data'],
    ['--b\r\n\r\n--b--\r\n', 'multipart/mixed; boundary=b'],
    ['--b\r\nContent-Disposition: form-data\r\n\r\nRed\r\n--b--\r\n', multipart],
  ] as const)
    expect(await read(body, ofType)).toEqual(none)
})

test('a connection that is lost ends the reading, and nothing writes on', async () => {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const start = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\nbytes'
      controller.enqueue(Buffer.from(start))
    },
    pull(controller) {
      controller.error(new Error('the connection was lost'))
    },
  })
  const { file, failure } = await read(body, multipart)
  expect([file, failure]).toEqual([undefined, new Error('the connection was lost')])
  rmSync(join(folder, 'upload'))
  expect(readdirSync(folder)).toEqual([])
})

test('a file that cannot be written leaves the texts, also those after it', async () => {
  const { typed, file, failure } = await read(toForm('Red', new Uint8Array(900)), undefined, 1_000, `${folder}/none`)
  expect([typed, file]).toEqual([{ alt: 'Red', return: '/admin' }, undefined])
  expect(failure).toMatchObject({ code: 'ENOENT' })
})

test('a form of thousands of texts, or of long ones, takes little memory', async () => {
  const form = new FormData()
  form.set('alt', 'x'.repeat(2_000_000))
  for (let count = 0; count < 3_000; count += 1) form.set(`field-${count}`, 'text')
  const { typed } = await read(form)
  expect(Object.keys(typed)).toHaveLength(100)
  expect(typed.alt).toHaveLength(64 * 1024)
})
