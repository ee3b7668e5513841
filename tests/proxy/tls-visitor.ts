import { Agent, request as httpsRequest } from 'node:https'
import type { IncomingHttpHeaders } from 'node:http'
import { cookieJar } from '#tests/support/visitor.ts'

export type Place = { domain: string; https: number; ca: string }
export type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer; protocol: string }

/**
 * A browser without scripts that uses https and the site's domain, from its own IP address: Linux machines have all of
 * 127.0.0.0/8.
 */
export function tlsVisitor({ domain, https, ca }: Place, from = '127.0.0.1') {
  const agent = new Agent({ keepAlive: true })
  const { header, remember } = cookieJar()

  function ask(method: string, path: string, headers: Record<string, string>, body?: string) {
    return new Promise<Answer>((resolve, reject) => {
      const request = httpsRequest(
        {
          agent,
          host: '127.0.0.1',
          port: https,
          servername: domain,
          ca,
          localAddress: from,
          method,
          path,
          headers: {
            Host: domain,
            ...header(),
            ...headers,
          },
          timeout: 30_000,
        },
        (response) => {
          for (const cookie of response.headers['set-cookie'] ?? []) remember(cookie)
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('error', reject)
          response.on('end', () => {
            const { statusCode: status = 0, headers } = response
            resolve({ status, headers, body: Buffer.concat(chunks), protocol: `HTTP/${response.httpVersion}` })
          })
        },
      )
      request.on('timeout', () => request.destroy(new Error('no answer')))
      request.on('error', reject)
      request.end(body)
    })
  }

  return {
    get: (path: string, headers: Record<string, string> = {}) => ask('GET', path, headers),
    /** Posts a form as a browser does from a page of the site. */
    post: (path: string, form: Record<string, string>, headers: Record<string, string> = {}) => {
      const body = new URLSearchParams(form).toString()
      const ownHeaders = {
        Origin: `https://${domain}`,
        'Content-Type': 'application/x-www-form-urlencoded',
        'Content-Length': String(Buffer.byteLength(body)),
      }
      return ask('POST', path, { ...ownHeaders, ...headers }, body)
    },
    close: () => agent.destroy(),
  }
}
