/** A browser without scripts, as small as the http tests need: keeps cookies, posts forms, follows redirects if asked. */
export function visitor(site: { url: string }, headers: Record<string, string> = {}) {
  const cookies = new Map<string, string>()

  async function request(path: string, init: RequestInit = {}) {
    const response = await fetch(new URL(path, site.url), {
      redirect: 'manual',
      ...init,
      headers: { ...headers, ...cookieHeader(), ...(init.headers as Record<string, string>) },
    })
    for (const cookie of response.headers.getSetCookie()) remember(cookie)
    return response
  }

  function cookieHeader(): Record<string, string> {
    if (cookies.size === 0) return {}
    return { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
  }

  function remember(cookie: string) {
    const [pair = ''] = cookie.split(';')
    const [name = '', value = ''] = pair.split('=')
    if (/max-age=0/i.test(cookie)) cookies.delete(name)
    else cookies.set(name, value)
  }

  return {
    cookies,
    get: (path: string, more: Record<string, string> = {}) => request(path, { headers: more }),
    post: (path: string, form: Record<string, string>, more: Record<string, string> = {}) =>
      request(path, { method: 'POST', body: new URLSearchParams(form), headers: more }),
    upload: (path: string, form: FormData) => request(path, { method: 'POST', body: form }),
  }
}
