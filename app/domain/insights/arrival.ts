// Where visitors came from, read from the headers of one request. Nothing about the visitor is read: no address, no
// browser, no cookie, and of the other site only its name.

type Headers = Partial<Record<'sec-fetch-dest' | 'sec-fetch-site' | 'sec-purpose' | 'referer', string | undefined>>

type PageRequest = { method?: string | undefined; url?: string | undefined; headers: Headers }

export type Arrival = {
  /** 'google.com'; '' without a referrer: a typed address, a bookmark, an app. */
  source: string
  /** 'newsletter / email / spring', from the UTM parameters of the link. */
  campaign: string | undefined
}

/** Stands for a visit without a referrer. */
export const directSource = 'direct'

/** Whether a person's browser asks for a page: programs send no Sec-Fetch headers, and a prefetch may never be seen. */
export const isPageView = (headers: Pick<Headers, 'sec-fetch-dest' | 'sec-purpose'>) =>
  headers['sec-fetch-dest'] === 'document' && headers['sec-purpose'] === undefined

/** Undefined unless it is a page view that comes from outside of this site. */
export function readArrival({ method, url = '', headers }: PageRequest): Arrival | undefined {
  if (method !== 'GET' || !isPageView(headers)) return undefined
  const site = headers['sec-fetch-site']
  if (site === undefined || site === 'same-origin') return undefined
  return { source: toSource(headers.referer), campaign: toCampaign(url) }
}

const mostSourceLength = 60

function toSource(referrer: string | undefined) {
  const url = referrer === undefined ? null : URL.parse(referrer)
  const host = url?.hostname.toLowerCase().replace(/^(www|m)\./, '') ?? ''
  return host !== '' && host.length <= mostSourceLength && !isPersonal(host) ? host : directSource
}

const utm = ['utm_source', 'utm_medium', 'utm_campaign']

function toCampaign(url: string) {
  const query = url.indexOf('?')
  if (query < 0) return undefined
  const parameters = new URLSearchParams(url.slice(query))
  const names = utm.flatMap((name) => toCountedName(parameters.get(name)) ?? [])
  return names.length > 0 ? names.join(' / ') : undefined
}

const mostLength = 40

/** A name or term as it is counted: lower case, one space between words. Undefined if it is long or could name a person. */
export function toCountedName(text: string | null) {
  const name = (text ?? '')
    .toWellFormed()
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}@.+_'’-]+/gu, ' ')
    .trim()
  return name !== '' && name.length <= mostLength && !isPersonal(name) ? name : undefined
}

/** An email address, or enough digits for a phone number. */
const isPersonal = (text: string) => text.includes('@') || (text.match(/\p{N}/gu)?.length ?? 0) >= 7
