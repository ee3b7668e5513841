import { once } from 'node:events'
import { Busboy, type BusboyFileStream } from '@fastify/busboy'

export type FileStream = BusboyFileStream

/** What a form beside its file may have, so that it takes little memory. */
const limits = { fields: 100, fieldSize: 64 * 1024, parts: 1_000, headerSize: 8 * 1024 }

type Handlers = {
  onText: (name: string, text: string) => void
  /** The stream has to be read, or resumed. */
  onFile: (name: string, stream: FileStream, fileName: string | undefined) => void
}

/** Reads a form with files (RFC 7578) as it arrives. Undefined if it can be none. */
export function openForm(contentType: string, mostFileBytes: number, { onText, onFile }: Handlers) {
  const parser = createParser(contentType, mostFileBytes)
  if (!parser) return undefined
  let isOver = false
  const { promise: ended, resolve } = Promise.withResolvers<boolean>()
  const finish = (isWhole: boolean) => {
    isOver = true
    resolve(isWhole)
  }
  // A part without a name is none of ours.
  parser.on('field', (name: string | undefined, text) => name !== undefined && onText(name, text))
  parser.on('file', (name: string | undefined, stream, fileName: string | undefined) => {
    stream.on('error', () => finish(false))
    onFile(name ?? '', stream, fileName)
  })
  parser.on('error', () => finish(false))
  parser.on('finish', () => finish(true))
  return {
    /** Waits until it was taken in. What comes after a fault is passed over. */
    async write(part: Uint8Array) {
      if (isOver || parser.write(part)) return
      await Promise.race([once(parser, 'drain'), ended])
    },
    /** False: the form was cut short or is broken. */
    end() {
      if (!isOver) parser.end()
      return ended
    },
  }
}

function createParser(contentType: string, fileSize: number) {
  try {
    return new Busboy({ headers: { 'content-type': contentType }, limits: { ...limits, fileSize } })
  } catch {
    // Without a boundary, or of another type.
    return undefined
  }
}
