import type { ServerResponse } from 'node:http'
import type { Services } from '#app/services.server.ts'
import { fixedHeaders } from '../fixed-headers.ts'

type Deps = Pick<Services, 'config' | 'clinic'>

/** For requests that reach no page: a sentence, the phone number and a link to the home page. */
export function createProblemResponse(
  status: number,
  sentence: string,
  services: Deps,
  { id, headers: more }: { id?: string; headers?: Record<string, string> } = {},
) {
  const { html, headers } = renderProblem(sentence, services, id)
  return new Response(html, { status, headers: { ...headers, ...more } })
}

/** The same with Node's own response, before a Request is built. */
export function sendProblem(response: ServerResponse, status: number, sentence: string, services: Deps) {
  const { html, headers } = renderProblem(sentence, services)
  response.writeHead(status, { ...headers, 'Content-Length': String(Buffer.byteLength(html)) }).end(html)
}

function renderProblem(sentence: string, { config, clinic }: Deps, id?: string) {
  const number = id ? `<p>Error number: ${id}</p>` : ''
  const { name, phone } = clinic.facts(Date.now())
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(sentence)}</title></head><body><main id="main"><h1>${escapeHtml(sentence)}</h1><p>Please go back and try again, or call ${escapeHtml(name)} at <a href="tel:${phone.e164}">${escapeHtml(phone.display)}</a>.</p>${number}<p><a href="/">Home page</a></p></main></body></html>`
  const headers: Record<string, string> = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
    'Cache-Control': 'no-store',
    ...fixedHeaders,
    ...(config.secure && { 'Strict-Transport-Security': 'max-age=31536000' }),
  }
  return { html, headers }
}

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
