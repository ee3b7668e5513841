import { createHmac, timingSafeEqual } from 'node:crypto'

type Post = { url: string; fields: URLSearchParams; signature: string }

/** Twilio's signature of a post: HMAC-SHA1 over the address and the sorted fields, each with its value after its name. */
export function isSigned(token: string, { url, fields, signature }: Post) {
  const [expected, given] = [sign(token, { url, fields }), Buffer.from(signature, 'base64')]
  return expected.length === given.length && timingSafeEqual(expected, given)
}

function sign(token: string, { url, fields }: Omit<Post, 'signature'>) {
  const names = [...new Set(fields.keys())].sort()
  const pairs = names.map((name) => name + [...new Set(fields.getAll(name))].sort().join(''))
  return createHmac('sha1', token)
    .update(url + pairs.join(''))
    .digest()
}
