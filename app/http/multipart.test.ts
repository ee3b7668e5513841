import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseMultipart } from './multipart.ts'

test('reads what the platform writes, whatever is in it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.uint8Array({ maxLength: 300 }), async (text, bytes) => {
      const form = new FormData()
      form.set('alt', text)
      form.set('file', new File([new Uint8Array(bytes)], 'a "photo".jpg'))
      const request = new Request('http://localhost/', { method: 'POST', body: form })
      const type = request.headers.get('Content-Type')!
      const parts = parseMultipart(Buffer.from(await request.arrayBuffer()), type)!
      expect(parts.map(({ name, fileName }) => [name, fileName])).toEqual([
        ['alt', undefined],
        ['file', 'a %22photo%22.jpg'],
      ])
      // Line breaks of a text are sent as CRLF.
      expect(parts[0]!.bytes.toString()).toBe(text.toWellFormed().replace(/\r\n?|\n/g, '\r\n'))
      expect(new Uint8Array(parts[1]!.bytes)).toEqual(new Uint8Array(bytes))
    }),
  )
})

test('a body that is cut short, or has no boundary, is none', () => {
  const whole = '--b\r\nContent-Disposition: form-data; name="alt"\r\n\r\nRed\r\n--b--\r\n'
  const read = (body: string, type = 'multipart/form-data; boundary=b') => parseMultipart(Buffer.from(body), type)
  expect(read(whole)?.map(({ bytes }) => bytes.toString())).toEqual(['Red'])
  expect(read(whole, 'multipart/form-data; boundary="b"')).toHaveLength(1)
  expect(read(whole.slice(0, -6))).toBeUndefined()
  expect(read(whole, 'multipart/form-data')).toBeUndefined()
  expect(read('nothing of the kind')).toBeUndefined()
  expect(read('')).toBeUndefined()
})
