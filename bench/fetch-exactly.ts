import { get, type IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'

export type ExactAnswer = {
  status: number | undefined
  headers: IncomingHttpHeaders
  rawHeaders: string[]
  body: Buffer
}

/** Fetch without its help: nothing decompressed, header names spelt as they were sent. */
export function fetchExactly(url: string, headers: Record<string, string> = {}) {
  return new Promise<ExactAnswer>((resolve, reject) => {
    get(url, { headers, agent: false }, (response) => {
      const { statusCode: status, headers: received, rawHeaders } = response
      buffer(response).then((body) => resolve({ status, headers: received, rawHeaders, body }), reject)
    }).on('error', reject)
  })
}
