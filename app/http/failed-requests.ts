import { type DataStrategyResult, data, isRouteErrorResponse, type MiddlewareFunction } from 'react-router'
import { type LostRequest, lostRequestEvent } from '#app/domain/shared/lost-request.ts'

/** Begins the answer to a data request that gets another page instead: locked, denied or unavailable. */
export const asDocument = 'Ask for the document.'

/** A request that a page repeats by itself says so in its address, since it is no activity of a person. */
export const pollParameter = 'by-itself'

type Results = Record<string, DataStrategyResult>

/**
 * In the browser, what a work page does when a request of it fails.
 * - Another page is shown instead: asks for it as a document, which carries posted fields along as without scripts.
 * - A post gets no answer of its page: the page stays as it is, and the form says why (`ActionForm`).
 * - A post is rejected by its action: the page is loaded again, as a document would be, so that it is up to date.
 * - A page cannot be reached: stays on the open one, which says so (`StalledRequests`).
 * - A poll fails, or finds the page locked: it has no data, and the next one may have some (`usePoll`).
 */
export const handleFailedRequests: MiddlewareFunction<Results> = async ({ request }, next) => {
  const sent = request.clone()
  const isPost = sent.method !== 'GET'
  const isPoll = !isPost && new URL(sent.url).searchParams.has(pollParameter)
  const results = await next()
  const errors = Object.values(results).flatMap(({ type, result }) => (type === 'error' ? [unwrap(result)] : []))
  if (isPoll && errors.length > 0) return mapValues(results, () => ({ type: 'data', result: undefined }))
  if (errors.some(isShownInstead)) return isPost ? postDocument(sent) : openDocument(sent.url)
  const problem = errors.find(isProblemPage)
  const isLost = problem !== undefined || errors.some((error) => error instanceof TypeError)
  if (!isLost) return isPost ? mapValues(results, withoutStatus) : results
  const { url } = sent
  if (isPost) {
    tell({ url, isPost, reason: problem && readReason(problem.data) })
    // With this status nothing is loaded again, which would fail too.
    return mapValues(results, () => ({ type: 'data', result: data(undefined, 503) }))
  }
  if (problem) return openDocument(sent.url)
  tell({ url, isPost })
  return never()
}

const tell = (detail: LostRequest) => dispatchEvent(new CustomEvent(lostRequestEvent, { detail }))

/** React Router's own answers hold data; ours and a proxy's that replace them are pages. */
const isProblemPage = (error: unknown): error is { data: string } =>
  isRouteErrorResponse(error) && typeof error.data === 'string'

const isShownInstead = (error: unknown) => isProblemPage(error) && error.data.startsWith(asDocument)

const readReason = (html: string) =>
  new DOMParser().parseFromString(html, 'text/html').querySelector('h1')?.textContent?.trim()

/** React Router loads nothing again after a status of 400 or more; where the server failed, that would fail too. */
const withoutStatus = ({ type, result }: DataStrategyResult): DataStrategyResult =>
  type === 'data' && !hasFailed(result) ? { type, result: unwrap(result) } : { type, result }

const hasFailed = (result: unknown) => isWrapped(result) && (result.init?.status ?? 200) >= 500

/** React Router wraps the result of an action, an error too, together with its status. */
const unwrap = (result: unknown) => (isWrapped(result) ? result.data : result)

const isWrapped = (result: unknown): result is ReturnType<typeof data> =>
  typeof result === 'object' && result !== null && 'type' in result && result.type === 'DataWithResponseInit'

const mapValues = (results: Results, change: (result: DataStrategyResult) => DataStrategyResult): Results =>
  Object.fromEntries(Object.entries(results).map(([route, result]) => [route, change(result)]))

/** A navigation that does not end; the next one ends it. */
const never = () => new Promise<never>(() => {})

function openDocument(url: string) {
  location.assign(url)
  return never()
}

async function postDocument(request: Request) {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = request.url
  form.hidden = true
  for (const [name, value] of await request.formData())
    if (typeof value === 'string') form.append(Object.assign(document.createElement('input'), { name, value }))
  document.body.append(form)
  // A field named 'submit' would hide the method.
  HTMLFormElement.prototype.submit.call(form)
  return never()
}
