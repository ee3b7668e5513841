import { decode } from './shown.ts'
import { cartPage } from '#content/pages/cart.ts'
import { contactPage } from '#content/pages/contact.ts'
import { newsletter } from '#content/pages/newsletter.ts'
import { otherProduct, product } from './catalogue.ts'

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
      // Compressing and unpacking each answer is a tenth of the work; page-cache.test.ts asks for it.
      headers: { 'Accept-Encoding': 'identity', ...headers, ...header(), ...(init.headers as Record<string, string>) },
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

/** A form as a browser would send it: its action, and every field with its value on the page. */
export type HtmlForm = { action: string; fields: Record<string, string>; html: string }

/** The forms of a page, in order. Parses the HTML that React writes, not any HTML. */
export function formsIn(html: string): HtmlForm[] {
  return [...html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)].map(([, attributes = '', inside = '']) => ({
    action: attribute(attributes, 'action') ?? '',
    fields: fieldsIn(inside),
    html: inside,
  }))
}

/** The form that has a field with this name. */
export function formWith(html: string, field: string): HtmlForm {
  const form = formsIn(html).find(({ fields }) => field in fields)
  if (!form) throw new Error(`there is no form with a field '${field}'`)
  return form
}

/** The values of the buttons with this name, in order. */
export const buttonsIn = (html: string, name: string) =>
  [...html.matchAll(/<button\b([^>]*)>/g)]
    .filter(([, tag = '']) => attribute(tag, 'name') === name)
    .map(([, tag = '']) => attribute(tag, 'value') ?? '')

function fieldsIn(html: string) {
  const inputs = [...html.matchAll(/<input\b([^>]*)>/g)]
    // A browser sends only the selected radio button.
    .filter(([, tag = '']) => !/ type="radio"/.test(tag) || / checked=""/.test(tag))
    .map(([, tag = '']) => [tag, attribute(tag, 'value') ?? ''])
  const areas = [...html.matchAll(/<textarea\b([^>]*)>(.*?)<\/textarea>/gs)].map(([, tag = '', text = '']) => [
    tag,
    decode(text),
  ])
  const selects = [...html.matchAll(/<select\b([^>]*)>(.*?)<\/select>/gs)].map(([, tag = '', options = '']) => {
    const [first, chosen] = [/<option\b([^>]*)>/, /<option\b([^>]* selected=""[^>]*)>/].map(
      (one) => one.exec(options)?.[1],
    )
    return [tag, attribute(chosen ?? first ?? '', 'value') ?? '']
  })
  const fields: Record<string, string> = {}
  for (const [tag = '', value = ''] of [...inputs, ...areas, ...selects]) {
    const name = attribute(tag, 'name')
    if (name !== undefined) fields[name] = value
  }
  return fields
}

function attribute(tag: string, name: string) {
  const value = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(tag)?.[1]
  return value && decode(value)
}

export type Person = { name: string; email: string }

/** A form that any visitor can submit. */
export type PublicForm = {
  name: 'newsletter' | 'contact' | 'order'
  /** The text of its button. */
  button: string
  /** The text of its page if it could not be stored (specification, section 8). */
  failure: string
  /** The emails it causes, one of each kind, and their recipients. */
  emails: Record<string, 'clinic' | 'sender'>
  /** Opens the page as a visitor does and fills it in; returns what its button would post. */
  fill(visitor: Visitor, person: Person): Promise<{ path: string; fields: Record<string, string>; typed: string[] }>
}

type Visitor = ReturnType<typeof visitor>

/** All public forms. */
export const publicForms: PublicForm[] = [
  {
    name: 'newsletter',
    button: newsletter.button,
    failure: newsletter.failure(newsletter.tryLater),
    emails: { 'newsletter-welcome': 'sender' },
    async fill(visitor, { email }) {
      const { action, fields } = formWith(await (await visitor.get('/')).text(), 'email')
      return { path: action, fields: { ...fields, email }, typed: [email] }
    },
  },
  {
    name: 'contact',
    button: contactPage.write.button,
    failure: contactPage.write.failure,
    emails: { 'contact-message': 'clinic' },
    async fill(visitor, { name, email }) {
      const message = `This is ${name}. Do you have time next week?`
      const { action, fields } = formWith(await (await visitor.get('/contact')).text(), 'message')
      return { path: action, fields: { ...fields, name, email, message }, typed: [name, email, message] }
    },
  },
  {
    name: 'order',
    button: cartPage.button,
    failure: cartPage.failure,
    emails: { 'order-notice': 'clinic', 'order-confirmation': 'sender' },
    async fill(visitor, { name, email }) {
      for (const { id } of [product, otherProduct]) await visitor.post('/cart', { intent: `add:${id}` })
      const { action, fields } = formWith(await (await visitor.get('/cart')).text(), 'cart')
      const note = `For ${name}, powder`
      return { path: action, fields: { ...fields, name, email, note }, typed: [name, email, note] }
    },
  },
]
