type Framing = { xFrameOptions: string; contentSecurityPolicy: string }

/** Whether a browser shows `frame` in a page of `site` (CSP 3, frame-ancestors; RFC 7034). */
export function canBeFramed({ xFrameOptions, contentSecurityPolicy }: Framing, site: string, frame: string) {
  const page = new URL(site)
  const own = new URL(frame)
  const lists = contentSecurityPolicy.split(',').flatMap(frameAncestors)
  // With the directive, browsers ignore X-Frame-Options.
  if (lists.length > 0) return lists.every((sources) => sources.some((source) => allows(source, page, own)))
  if (/\bdeny\b/i.test(xFrameOptions)) return false
  return !/\bsameorigin\b/i.test(xFrameOptions) || page.origin === own.origin
}

/** The first directive of a name counts. */
function frameAncestors(policy: string) {
  const directives = policy.split(';').map((directive) => directive.trim().split(/\s+/))
  const found = directives.find(([name]) => name?.toLowerCase() === 'frame-ancestors')
  return found ? [found.slice(1)] : []
}

function allows(source: string, page: URL, own: URL) {
  if (source === '*') return true
  if (source.toLowerCase() === "'self'") return page.origin === own.origin
  const scheme = /^[a-z][a-z0-9+.-]*:$/i.exec(source)
  if (scheme) return isScheme(source, page)
  const match = /^(?:([a-z][a-z0-9+.-]*:)\/\/)?(\*\.)?([^:/*']+)(?::(\d+|\*))?/i.exec(source)
  if (!match) return false
  const [, protocol, wildcard, name = '', port = ''] = match
  const host = name.toLowerCase()
  const isHost = wildcard ? page.hostname.endsWith(`.${host}`) : page.hostname === host
  const isPort = port === '*' || port === page.port || (page.port === '' && port === defaultPorts[page.protocol])
  return isHost && isPort && isScheme(protocol ?? own.protocol, page)
}

const defaultPorts: Record<string, string> = { 'http:': '80', 'https:': '443' }

/** http allows https too. */
const isScheme = (scheme: string, { protocol }: URL) =>
  scheme.toLowerCase() === protocol || (scheme.toLowerCase() === 'http:' && protocol === 'https:')
