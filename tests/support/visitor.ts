import { cookieJar } from './cookie-jar.ts'

/** A browser without scripts, as small as the http tests need: keeps cookies, posts forms, follows redirects if asked. */
export function visitor(site: { url: string }, headers: Record<string, string> = {}) {
  const { cookies, header, remember } = cookieJar()

  async function request(path: string, init: RequestInit = {}) {
    const response = await fetch(new URL(path, site.url), {
      redirect: 'manual',
      ...init,
      headers: { ...headers, ...header(), ...(init.headers as Record<string, string>) },
    })
    for (const cookie of response.headers.getSetCookie()) remember(cookie)
    return response
  }

  return {
    cookies,
    get: (path: string, more: Record<string, string> = {}) => request(path, { headers: more }),
    post: (path: string, form: Record<string, string>, more: Record<string, string> = {}) =>
      request(path, { method: 'POST', body: new URLSearchParams(form), headers: more }),
    upload: (path: string, form: FormData) => request(path, { method: 'POST', body: form }),
  }
}
