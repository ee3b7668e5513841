import { formWith } from './html-forms.ts'
import { visitor } from './visitor.ts'

export type Credentials = { email: string; password: string }

/** Somebody with a browser of their own who uses the pages about accounts. */
export function accountHolder(site: { url: string }, headers: Record<string, string> = {}) {
  const browser = visitor(site, headers)
  return {
    ...browser,
    signUp: (credentials: Credentials & { name?: string }) => browser.post('/login?mode=sign-up', credentials),
    logIn: (credentials: Credentials) => browser.post('/login', credentials),
    forgot: (email: string) => browser.post('/login/forgot', { email }),
    logOut: () => browser.post('/logout', {}),
    /** Whether pages know them. */
    isSignedIn: async () => (await browser.get('/login')).status === 302,
    /** Types into the form with this field on a page of theirs, and presses its button. */
    async fill(path: string, field: string, typed: Record<string, string>) {
      const { action, fields } = formWith(await (await browser.get(path)).text(), field)
      return browser.post(action.startsWith('#') || !action ? path : action, { ...fields, ...typed })
    },
  }
}

/** The path of a letter's link, '/login/reset/…'. */
export function linkIn(text: string, begin: string) {
  const path = new RegExp(`https?://[^/\\s]+(${begin}[^\\s"]*)`).exec(text)?.[1]
  if (!path) throw new Error(`the letter has no link to ${begin}`)
  return path
}
