import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { logOutput } from './log-output.ts'

/** Takes nothing until it is let go. */
function hangingReader() {
  const read: string[] = []
  let isHanging = true
  let taken = () => {}
  const stream = new Writable({
    decodeStrings: false,
    write: (line: string, _, done) => {
      read.push(line)
      if (isHanging) taken = done
      else done()
    },
  })
  const go = () => {
    isHanging = false
    taken()
  }
  return { read, stream, go }
}

const mebibyte = 1024 * 1024

test('a stalled log reader holds back a limited number of lines, and later gets the number dropped', async () => {
  const { read, stream, go } = hangingReader()
  const output = logOutput(stream)
  for (let n = 0; n < 10; n += 1) output.write(`${n}${' '.repeat(mebibyte - 2)}\n`)
  expect(stream.writableLength).toBeLessThan(6 * mebibyte)
  const drained = new Promise((resolve) => stream.once('drain', resolve))
  go()
  await drained
  output.write('after\n')
  await new Promise<unknown>((resolve) => stream.end(resolve))
  const lines = read.map((line) => line.trim())
  expect(lines.slice(0, 5)).toEqual(['0', '1', '2', '3', '4'])
  expect(JSON.parse(lines[5] ?? '')).toMatchObject({ level: 40, lines: 5 })
  expect(lines.slice(6)).toEqual(['after'])
})

test('a closed log reader does not end the process', () => {
  const stream = new Writable({ write: (_, __, done) => done() })
  const output = logOutput(stream)
  stream.destroy()
  expect(() => output.write('one\n')).not.toThrow()
  expect(() => stream.emit('error', new Error('EPIPE'))).not.toThrow()
})
