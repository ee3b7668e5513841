import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { createFormReader, mostFormBytes } from './posted-forms.ts'

const bounds = { patienceMs: 60_000, mostBytesTogether: 1_000 }
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

function posted(reader: ReturnType<typeof createFormReader>) {
  const request = new PassThrough()
  const seen: { body?: string; trouble?: string; letGo?: () => void } = {}
  reader.read(
    request,
    (body, letGo) => Object.assign(seen, { body: body.toString(), letGo }),
    (trouble) => Object.assign(seen, { trouble }),
  )
  return { request, seen }
}

describe('posted forms', () => {
  test('are handed on whole, and hold their room until nobody needs them', async () => {
    const reader = createFormReader(bounds)
    const { request, seen } = posted(reader)
    request.write('name=')
    await turn()
    expect(seen.body).toBeUndefined()
    request.end('Maya')
    await turn()
    expect(seen.body).toBe('name=Maya')
    expect(reader.bytes()).toBe(9)
    seen.letGo?.()
    seen.letGo?.()
    expect(reader.bytes()).toBe(0)
  })

  test('that come too slowly are given up', async () => {
    const reader = createFormReader({ ...bounds, patienceMs: 10 })
    const { request, seen } = posted(reader)
    request.write('name=')
    await expect.poll(() => seen.trouble, { timeout: 30_000 }).toBe('slow')
    expect(reader.bytes()).toBe(0)
  })

  test('give way to newer ones when all together are too much, the oldest first', async () => {
    const reader = createFormReader(bounds)
    const all = [posted(reader), posted(reader), posted(reader)]
    for (const { request } of all) {
      request.write('x'.repeat(400))
      await turn()
    }
    expect(all.map(({ seen }) => seen.trouble)).toEqual(['no-room', undefined, undefined])
    expect(reader.bytes()).toBe(800)
  })

  test('that are whole keep their room, so who comes then is refused', async () => {
    const reader = createFormReader(bounds)
    const whole = posted(reader)
    whole.request.end('x'.repeat(900))
    await turn()
    const late = posted(reader)
    late.request.end('x'.repeat(200))
    await turn()
    expect([whole.seen.trouble, late.seen.trouble]).toEqual([undefined, 'no-room'])
    expect(reader.bytes()).toBe(900)
  })

  test('whose sender goes away are forgotten', async () => {
    const reader = createFormReader(bounds)
    const { request, seen } = posted(reader)
    request.write('name=')
    await turn()
    request.destroy()
    await turn()
    expect(reader.bytes()).toBe(0)
    expect(seen).toEqual({})
  })

  test('of too many bytes or fields are refused', async () => {
    const reader = createFormReader({ ...bounds, mostBytesTogether: 10_000_000 })
    for (const body of ['x'.repeat(mostFormBytes + 1), 'a&'.repeat(5_000)]) {
      const { request, seen } = posted(reader)
      request.end(body)
      await expect.poll(() => seen.trouble, { timeout: 30_000 }).toBe('long')
    }
    expect(reader.bytes()).toBe(0)
  })
})
