import { data } from 'react-router'

/** PostgreSQL throws on some texts that are none. */
export const isId = (text: string) => /^[\w-]{1,64}$/.test(text)

/** The id in a URL. An impossible one is 404 at once. */
export function requireId(text: string) {
  if (!isId(text)) throw data(null, { status: 404 })
  return text
}
