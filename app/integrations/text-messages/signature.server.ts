import { createHmac, timingSafeEqual } from 'node:crypto'

type Post = { url: string; fields: URLSearchParams; signature: string }

/**
 * Twilio's signature of a post: HMAC-SHA1 over the address and the sorted fields, each with its value after its name. A field
 * that comes twice is signed twice; its own libraries leave out the second of the same value.
 */
export function isSigned(token: string, { url, fields, signature }: Post) {
  const given = Buffer.from(signature, 'base64')
  const pairs = [...fields].map(([name, value]) => ({ name, pair: name + value })).sort(byNameThenPair)
  const all = pairs.map(({ pair }) => pair)
  return [all, [...new Set(all)]].some((signed) => {
    const expected = createHmac('sha1', token)
      .update(url + signed.join(''))
      .digest()
    return expected.length === given.length && timingSafeEqual(expected, given)
  })
}

type Field = { name: string; pair: string }

const byNameThenPair = (one: Field, other: Field) => compare(one.name, other.name) || compare(one.pair, other.pair)
const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
