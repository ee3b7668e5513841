import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { importsPath } from '#app/domain/newsletter/imports/subscriber-import.ts'

/** Longest form anyone fills in here, with room. */
export const mostFormBytes = 256 * 1024
/** More fields than any form has; each costs far more than its bytes where they are read and shown again. */
const mostFields = 1_000
/** Of all forms that arrive or wait together. */
const mostBytesTogether = 8 * 1024 * 1024
/** For the whole of a form, also over a bad connection. */
const patienceMs = 20_000

export type FormTrouble = 'slow' | 'long' | 'no-room'

type Bounds = { patienceMs: number; mostBytesTogether: number }

/**
 * Reads posted forms to their end before anything is done about them, so that no one who sends byte by byte keeps
 * others from being served. When all of them together are too much for the memory they may take, the one that has been
 * arriving longest gives way.
 */
export function createFormReader(bounds: Bounds = { patienceMs, mostBytesTogether }) {
  const arriving = new Map<Readable, (trouble: FormTrouble) => void>()
  let together = 0

  function makeRoom() {
    for (const [, giveUp] of arriving) {
      if (together <= bounds.mostBytesTogether) return
      giveUp('no-room')
    }
  }

  return {
    bytes: () => together,
    /**
     * Calls `whole` with the body and a function to call when it is no longer needed, or `trouble`; neither when the
     * visitor went away.
     */
    read(request: Readable, whole: (body: Buffer, letGo: () => void) => void, trouble: (trouble: FormTrouble) => void) {
      const pieces: Buffer[] = []
      let bytes = 0
      const timer = setTimeout(() => giveUp('slow'), bounds.patienceMs)
      arriving.set(request, giveUp)

      function stop() {
        clearTimeout(timer)
        arriving.delete(request)
        request.off('data', take).off('end', end).off('close', leave)
      }
      function leave() {
        stop()
        together -= bytes
      }
      function giveUp(why: FormTrouble) {
        leave()
        // What still comes is thrown away.
        request.resume()
        trouble(why)
      }
      function take(piece: Buffer) {
        bytes += piece.length
        together += piece.length
        pieces.push(piece)
        if (bytes > mostFormBytes) giveUp('long')
        else if (together > bounds.mostBytesTogether) makeRoom()
      }
      function end() {
        stop()
        const body = Buffer.concat(pieces)
        if (hasTooManyFields(body)) {
          together -= bytes
          return trouble('long')
        }
        // Complete, it cannot give way any more; so nobody else's may be taken in for it.
        if (together > bounds.mostBytesTogether) {
          together -= bytes
          return trouble('no-room')
        }
        let isHeld = true
        whole(body, () => {
          if (isHeld) together -= bytes
          isHeld = false
        })
      }
      request.on('data', take).once('end', end).once('close', leave)
    },
  }
}

const ampersand = '&'.charCodeAt(0)

/** The fields of what a page posts; a form with files has far fewer in as many bytes. */
function hasTooManyFields(body: Buffer) {
  let fields = 1
  for (let at = body.indexOf(ampersand); at >= 0; at = body.indexOf(ampersand, at + 1))
    if (++fields > mostFields) return true
  return false
}

/** The one form that takes a file. It is read while it comes, and only the admin's to its end. */
export const isFile = ({ method, url = '', headers }: IncomingMessage) =>
  method === 'POST' &&
  url.split('?')[0] === importsPath &&
  headers['content-length'] !== undefined &&
  /^multipart\/form-data/i.test(headers['content-type'] ?? '')
