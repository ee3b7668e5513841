import { data } from 'react-router'

/** The id or number in an address. What could be none of ours is not found, without asking a database that may choke on it. */
export function requireId(text: string | undefined) {
  if (text === undefined || !/^[\w-]{1,64}$/.test(text)) throw data(null, { status: 404 })
  return text
}
