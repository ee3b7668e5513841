/** The cookies of one browser, as far as tests need them: no paths, no dates, gone with Max-Age=0. */
export function cookieJar() {
  const cookies = new Map<string, string>()
  return {
    cookies,
    /** What the browser sends; empty without cookies. */
    header: (): Record<string, string> =>
      cookies.size === 0 ? {} : { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    /** Takes one Set-Cookie of an answer. */
    remember(cookie: string) {
      const [pair = ''] = cookie.split(';')
      const [name = '', value = ''] = pair.split('=')
      if (/max-age=0/i.test(cookie)) cookies.delete(name)
      else cookies.set(name, value)
    },
  }
}

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
