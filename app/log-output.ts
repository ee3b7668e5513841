import type { Writable } from 'node:stream'

/** As much as a reader that hangs keeps of our memory, in bytes; some ten thousand lines. */
const mostWaiting = 4 * 1024 * 1024

/**
 * Where the log goes. A reader that hangs neither stops the process, since pipes take what they can and the rest waits,
 * nor fills its memory: lines beyond the limit are left out, and counted in a line once the reader goes on. One that is
 * gone is no reason to end; pino's own way to the output would wait for it at the end of the process, for ever.
 */
export function logOutput(stream: Writable) {
  let leftOut = 0
  if (stream.listenerCount('error') === 0) stream.on('error', () => {})

  function tell() {
    const line = { level: 40, time: Date.now(), lines: leftOut, msg: 'the log was not read, so lines were left out' }
    leftOut = 0
    stream.write(`${JSON.stringify(line)}\n`)
  }

  return {
    write(line: string) {
      if (stream.writableLength > mostWaiting) {
        if (leftOut === 0) stream.once('drain', tell)
        leftOut += 1
      } else stream.write(line)
    },
  }
}
