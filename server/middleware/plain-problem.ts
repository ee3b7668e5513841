import type { ServerResponse } from 'node:http'
import type { Services } from '#app/services.server.ts'
import { fixedHeaders } from '../fixed-headers.ts'

type Deps = Pick<Services, 'config' | 'clinic'>

/** The last resort, for requests that never reach a page: a sentence, the phone number and the way home. */
export function plainProblem(status: number, sentence: string, services: Deps, id?: string) {
  const { html, headers } = problemPage(sentence, services, id)
  return new Response(html, { status, headers })
}

/** The same by Node's own response, before a Request is made. */
export function sendProblem(response: ServerResponse, status: number, sentence: string, services: Deps) {
  const { html, headers } = problemPage(sentence, services)
  response.writeHead(status, { ...headers, 'Content-Length': String(Buffer.byteLength(html)) }).end(html)
}

function problemPage(sentence: string, { config, clinic }: Deps, id?: string) {
  const number = id ? `<p>Error number: ${id}</p>` : ''
  const { name, phone } = clinic.facts(Date.now())
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(sentence)}</title></head><body><main id="main"><h1>${escaped(sentence)}</h1><p>Please go back and try again, or call ${escaped(name)} at <a href="tel:${phone.e164}">${escaped(phone.display)}</a>.</p>${number}<p><a href="/">Home page</a></p></main></body></html>`
  const headers: Record<string, string> = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
    'Cache-Control': 'no-store',
    ...fixedHeaders,
    ...(config.secure && { 'Strict-Transport-Security': 'max-age=31536000' }),
  }
  return { html, headers }
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
