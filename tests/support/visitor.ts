/** The cookies of one browser, as far as tests need them: without paths and dates, removed by Max-Age=0. */
export function cookieJar() {
  const cookies = new Map<string, string>()
  return {
    cookies,
    /** The Cookie header; empty without cookies. */
    header: (): Record<string, string> =>
      cookies.size === 0 ? {} : { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    /** Stores one Set-Cookie header of a response. */
    remember(cookie: string) {
      const [pair = ''] = cookie.split(';')
      const [name = '', value = ''] = pair.split('=')
      if (/max-age=0/i.test(cookie)) cookies.delete(name)
      else cookies.set(name, value)
    },
  }
}

/** A minimal browser without scripts: stores cookies, posts forms, and follows redirects on request. */
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
    cookieHeader: header,
    get: (path: string, more: Record<string, string> = {}) => request(path, { headers: more }),
    post: (path: string, form: Record<string, string>, more: Record<string, string> = {}) =>
      request(path, { method: 'POST', body: new URLSearchParams(form), headers: more }),
    upload: (path: string, form: FormData) => request(path, { method: 'POST', body: form }),
  }
}
