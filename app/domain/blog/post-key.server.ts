import { createHash } from 'node:crypto'

/** Short enough for an anchor and a cookie; URLs can have thousands of characters. */
export const postKey = (address: string) => createHash('sha256').update(address).digest('hex').slice(0, 12)

export const postAnchor = (address: string) => `post-${postKey(address)}`
