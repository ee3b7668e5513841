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
