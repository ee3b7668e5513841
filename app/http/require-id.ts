import { data } from 'react-router'

/** The id in a URL. An impossible one is 404 at once, since PostgreSQL throws on some. */
export function requireId(text: string) {
  if (!/^[\w-]{1,64}$/.test(text)) throw data(null, { status: 404 })
  return text
}
